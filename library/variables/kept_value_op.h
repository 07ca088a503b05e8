// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// An op of the plugin that the graph optimizer inserts before the assignment of a variable's new
// value:
//
//   <Plugin>KeptValue(old: T, value: T) -> kept: T   (names::kKeptValueOp)
//
// kept is value, or old if the work that was to compute value fails. TensorFlow's AssignVariableOp
// sets the variable's new buffer before the device has computed the contents. Without this op, a
// step that fails would leave the variable without a value.
//
// If both inputs are the same tensor, there is no old value. Then kept has no value if the work
// fails, or if the tensor is that of a variable whose update was lost in this step.

#ifndef PLUGGABLE_VARIABLES_KEPT_VALUE_OP_H_
#define PLUGGABLE_VARIABLES_KEPT_VALUE_OP_H_

#include <functional>

#include "pluggable/registration.h"

namespace pluggable {

// The types of variables that are kept: those of trained variables and of counters.
constexpr TF_DataType kKeptTypes[] = {TF_BFLOAT16, TF_DOUBLE, TF_FLOAT, TF_HALF, TF_INT64};

// Defines an op of the same signature but for the first input's name, such as "old: T", and passes
// its kernels to `add`.
void RegisterKeptOp(const char* op, const char* first_input, KernelFunctions (*make)(),
                    const std::function<void(const KernelRow& row)>& add);

// Defines the op, and passes its kernels to `add`.
void RegisterKeptValues(const std::function<void(const KernelRow& row)>& add);

}  // namespace pluggable

#endif  // PLUGGABLE_VARIABLES_KEPT_VALUE_OP_H_
