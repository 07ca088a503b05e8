// Template values for ops on variables. In releases that give plugins no access to variables, the
// plugin rewrites graphs to use an op on tensors instead of each of these ops.

#ifndef PLUGINGEN_EMIT_TENSOR_OPS_VIEW_H_
#define PLUGINGEN_EMIT_TENSOR_OPS_VIEW_H_

#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// True if the plugin has kernels of ops on variables and supports a release without access to
// variables.
bool HasTensorOps(const model::Plugin& plugin);

// Returns an item for each such op, sorted by name.
List TensorOpsView(const model::Plugin& plugin);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_TENSOR_OPS_VIEW_H_
