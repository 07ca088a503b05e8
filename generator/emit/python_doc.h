// The docstring of an op's Python function.

#ifndef PLUGINGEN_EMIT_PYTHON_DOC_H_
#define PLUGINGEN_EMIT_PYTHON_DOC_H_

#include <string>

#include "op/op_def.h"
#include "spec/spec.h"

namespace plugingen::emit {

// In lines that begin with four blanks, quotes included.
std::string PythonDocstring(const spec::OpEntry& entry, const op::OpDef& op);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PYTHON_DOC_H_
