// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// An op of the plugin's own, through which the graph optimizer lets the new value of a variable
// pass:
//
//   <Plugin>KeptValue(old: T, value: T) -> kept: T   (names::kKeptValueOp)
//
// kept is value, or old if the work that was to compute value fails. TensorFlow's AssignVariableOp
// gives the variable its new buffer before the device has computed what belongs there; without this
// a step that fails would leave the variable without a value.

#ifndef PLUGGABLE_PLUGIN_KEPT_VALUES_H_
#define PLUGGABLE_PLUGIN_KEPT_VALUES_H_

#include <functional>

#include "pluggable/registration.h"

namespace pluggable {

// The types of variables that are kept so: those that are trained, and counters.
constexpr TF_DataType kKeptTypes[] = {TF_BFLOAT16, TF_DOUBLE, TF_FLOAT, TF_HALF, TF_INT64};

// Defines the op, and gives its kernels to `add`.
void RegisterKeptValues(const std::function<void(const KernelRow& row)>& add);

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_KEPT_VALUES_H_
