// The docstring of an op's Python function.

#ifndef PLUGINGEN_EMIT_PYTHON_DOC_H_
#define PLUGINGEN_EMIT_PYTHON_DOC_H_

#include <string>

#include "op/op_def.h"
#include "spec/spec.h"

namespace plugingen::emit {

// Returns the docstring with its quotes, in lines indented by four blanks.
std::string PythonDocstring(const spec::OpEntry& entry, const op::OpDef& op);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PYTHON_DOC_H_
