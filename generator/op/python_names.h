// The names of ops and arguments in Python.

#ifndef PLUGINGEN_OP_PYTHON_NAMES_H_
#define PLUGINGEN_OP_PYTHON_NAMES_H_

#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "op/op_def.h"

namespace plugingen::op {

// Returns the name of a parameter: "lambda" becomes "lambda_", as in TensorFlow's wrappers.
std::string PythonName(std::string_view name);

// Returns the name of an op's function: "AcmeGelu" becomes "acme_gelu".
std::string PythonFunctionName(std::string_view op);

// Returns the class of the function's result, "AcmeSplitOutput", or "" if the op has at most one
// output.
std::string PythonOutputClass(const OpDef& op);

// Reports names with which the Python code that TensorFlow generates for the op would not compile
// or not work (E0352). tf.load_op_library would then fail for all ops of the library. `name_span`
// is the position of the op's name.
void CheckPythonNames(const OpDef& op, diag::Span name_span, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_PYTHON_NAMES_H_
