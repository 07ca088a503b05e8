// What templates see of ops on variables: the plugin has an op on tensors for each, which graphs
// use where TensorFlow gives plugins no access to variables.

#ifndef PLUGINGEN_EMIT_TENSOR_OPS_VIEW_H_
#define PLUGINGEN_EMIT_TENSOR_OPS_VIEW_H_

#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// Whether the plugin has kernels of ops on variables, and serves a TensorFlow without access to
// them.
bool HasTensorOps(const model::Plugin& plugin);

// A member for each such op, sorted by name.
List TensorOpsView(const model::Plugin& plugin);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_TENSOR_OPS_VIEW_H_
