// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Ops on variables, for a TensorFlow that gives plugins no access to them. For each, the plugin
// defines an op that takes the variables' values and returns their new values, computed by the same
// kernel. variables/variable_updates.h inserts them into graphs.

#ifndef PLUGGABLE_VARIABLES_TENSOR_OPS_H_
#define PLUGGABLE_VARIABLES_TENSOR_OPS_H_

#include <cstddef>
#include <functional>

#include "pluggable/registration.h"

namespace pluggable {

struct TensorOp {
  const char* op;           // "ResourceApplyAdam"
  const char* name;         // "<Plugin>ResourceApplyAdamOnTensors"
  const char* type;         // the attr of the variables' type; null: int64
  int variables;            // the number of first inputs that are variables
  bool is_update;           // false: it only reads them
  int outputs;              // of the op; the new values follow them
  const char* output_type;  // the attr of its type; null: int64
  // The definition of the op on tensors, in the syntax of TensorFlow's REGISTER_OP.
  const char* input_specs[16];
  const char* output_specs[8];
  const char* attr_specs[12];
};

// A view of the table, for range-based loops.
struct TensorOpTable {
  const TensorOp* ops;
  size_t size;

  const TensorOp* begin() const { return ops; }
  const TensorOp* end() const { return ops + size; }
};

// The plugin's table, which src/generated/plugin/tensor_ops.cc defines.
TensorOpTable AllTensorOps();

// The same, or nothing if kernels can update variables.
TensorOpTable TensorOps();

// Defines the ops, and passes their kernels, made from the table's rows, to `add`.
void RegisterTensorOps(const std::function<void(const KernelRow& row)>& add);

}  // namespace pluggable

#endif  // PLUGGABLE_VARIABLES_TENSOR_OPS_H_
