// New ops as typed Python functions with documentation.

#ifndef PLUGINGEN_EMIT_PYTHON_TEXT_H_
#define PLUGINGEN_EMIT_PYTHON_TEXT_H_

#include <string>

#include "op/op_def.h"
#include "spec/spec.h"

namespace plugingen::emit {

// Returns the function that calls the op. For several outputs, the named tuple precedes it:
//
//   def acme_gelu(x: TensorLike, approximate: bool = True, name: str | None = None) -> tf.Tensor:
//       """Gaussian error linear unit.
//       ...
std::string PythonWrapper(const spec::OpEntry& entry, const op::OpDef& def);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PYTHON_TEXT_H_
