// Gradient expressions as Python code that calls TensorFlow.

#ifndef PLUGINGEN_EMIT_PYTHON_EXPRESSION_H_
#define PLUGINGEN_EMIT_PYTHON_EXPRESSION_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "op/gradient.h"

namespace plugingen::emit {

// The column limit of emitted Python.
constexpr size_t kPythonColumns = 100;

// Returns `text` as a Python string literal.
std::string PythonString(std::string_view text);

// Returns `open`, the items and `close` in one line, or each item in a line of its own if the line
// would be too long. `indent` is the indentation of the first line.
std::string PythonBracketed(const std::string& open, const std::vector<std::string>& items,
                            const std::string& close, size_t indent);

// Returns the variable for an input, output, attr or incoming gradient.
using VariableOf = std::function<std::string(const op::Expr&)>;

// Returns the expression as lines of Python. The first line starts at column `column`, the others
// are indented by at least `indent`. The last line leaves space for `after` more characters.
// `in_brackets` means that the expression is inside brackets, so lines can break anywhere.
std::string PythonExpression(const op::Expr& expr, const VariableOf& variable, size_t indent,
                             size_t column, size_t after, bool in_brackets);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PYTHON_EXPRESSION_H_
