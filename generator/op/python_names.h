// Names of ops and arguments as Python can have them.

#ifndef PLUGINGEN_OP_PYTHON_NAMES_H_
#define PLUGINGEN_OP_PYTHON_NAMES_H_

#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "op/op_def.h"

namespace plugingen::op {

// A parameter's name: "lambda" becomes "lambda_", as in the wrappers that TensorFlow makes.
std::string PythonName(std::string_view name);

// The name of an op's function: "AcmeGelu" -> "acme_gelu".
std::string PythonFunctionName(std::string_view op);

// The class of what the function returns: "AcmeSplitOutput"; "" of one output or none.
std::string PythonOutputClass(const OpDef& op);

// Reports names with which the Python that TensorFlow makes of an op would not compile or not work
// (E0352): tf.load_op_library would fail for all ops of the library. `name_span` is where the op's
// own name stands.
void CheckPythonNames(const OpDef& op, diag::Span name_span, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_PYTHON_NAMES_H_
