// Template values for the Python code of new ops.

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

// Returns the template value `python`, which docs/templates.md describes.
Value PythonOpsView(const std::vector<PythonOp>& ops);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PYTHON_VIEW_H_
