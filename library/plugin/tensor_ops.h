// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Ops on variables, for a TensorFlow that gives plugins no access to them: to each belongs an op of
// the plugin's own that takes the variables' values and gives their new ones, computed by the same
// kernel. graph/variable_updates.h puts them into graphs.

#ifndef PLUGGABLE_PLUGIN_TENSOR_OPS_H_
#define PLUGGABLE_PLUGIN_TENSOR_OPS_H_

#include <cstddef>
#include <functional>

#include "pluggable/registration.h"

namespace pluggable {

struct TensorOp {
  const char* op;           // "ResourceApplyAdam"
  const char* name;         // "<Plugin>ResourceApplyAdamOnTensors"
  const char* type;         // the attr of the variables' type; null: int64
  int variables;            // so many of the first inputs are variables
  bool is_update;           // or it only reads them
  int outputs;              // of the op; the new values follow
  const char* output_type;  // the attr of its type; null: int64
  // The definition of the op on tensors, in the words of TensorFlow's REGISTER_OP.
  const char* input_specs[16];
  const char* output_specs[8];
  const char* attr_specs[12];
};

// A view of the table, for range-based for.
struct TensorOpTable {
  const TensorOp* ops;
  size_t size;

  const TensorOp* begin() const { return ops; }
  const TensorOp* end() const { return ops + size; }
};

// None if kernels can update variables.
TensorOpTable TensorOps();

// Defines them, and gives their kernels, of the table's rows, to `add`.
void RegisterTensorOps(const std::function<void(const KernelRow& row)>& add);

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_TENSOR_OPS_H_
