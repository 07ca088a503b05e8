// Gradients of new ops as Python functions.

#ifndef PLUGINGEN_EMIT_PYTHON_GRADIENT_H_
#define PLUGINGEN_EMIT_PYTHON_GRADIENT_H_

#include <string>

#include "op/gradient.h"
#include "op/op_def.h"

namespace plugingen::emit {

// Returns the registered function that computes the gradient from its expressions:
//
//   @tf.RegisterGradient("AcmeGelu")
//   def _acme_gelu_gradient(op, dy):
//       ...
std::string PythonGradient(const op::OpDef& def, const op::Gradient& gradient);

// Returns "def my_gradient(op, dy):". If an op has several outputs and one of them is a list, the
// parameter is "*incoming".
std::string PythonGradientSignature(const op::OpDef& def, const std::string& function);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PYTHON_GRADIENT_H_
