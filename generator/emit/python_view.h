// The Python of new ops, as templates see it.

#ifndef PLUGINGEN_EMIT_PYTHON_VIEW_H_
#define PLUGINGEN_EMIT_PYTHON_VIEW_H_

#include <vector>

#include "emit/value.h"
#include "op/gradient.h"
#include "op/op_def.h"
#include "spec/spec.h"

namespace plugingen::emit {

// What is known of one op.
struct PythonOp {
  const spec::OpEntry& entry;
  const op::OpDef& def;
  const op::Gradient& gradient;
};

// What templates use under the name `python`; docs/templates.md lists it.
Value PythonOpsView(const std::vector<PythonOp>& ops);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PYTHON_VIEW_H_
