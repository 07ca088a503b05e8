// Expressions of gradients as Python that computes them with TensorFlow.

#ifndef PLUGINGEN_EMIT_PYTHON_EXPRESSION_H_
#define PLUGINGEN_EMIT_PYTHON_EXPRESSION_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "op/gradient.h"

namespace plugingen::emit {

// Lines of emitted Python are not longer.
constexpr size_t kPythonColumns = 100;

// "text" as Python writes it.
std::string PythonString(std::string_view text);

// `open`, the items and `close` in one line, or each item in a line of its own; `indent` is that of
// the line in which it begins.
std::string PythonBracketed(const std::string& open, const std::vector<std::string>& items,
                            const std::string& close, size_t indent);

// The variable that holds an input, output, attr or incoming gradient.
using VariableOf = std::function<std::string(const op::Expr&)>;

// The expression in lines of Python. The first begins at column `column`, the others are indented
// by `indent` or more; `after` more characters follow the last. With `in_brackets` it stands
// between brackets, where a line may end anywhere.
std::string PythonExpression(const op::Expr& expr, const VariableOf& variable, size_t indent,
                             size_t column, size_t after, bool in_brackets);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PYTHON_EXPRESSION_H_
