// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Registers one kernel with TensorFlow.

#ifndef PLUGGABLE_PLUGIN_REGISTER_KERNEL_H_
#define PLUGGABLE_PLUGIN_REGISTER_KERNEL_H_

#include <tensorflow/c/kernels.h>

#include "pluggable/registration.h"
#include "pluggable/status.h"

namespace pluggable {

// Registers the row for a device type, with those of its type constraints for which `applies`
// returns true.
template <typename Applies>
Status RegisterKernel(const KernelRow& row, const char* device_type, Applies applies) {
  const KernelFunctions functions = row.functions();
  TF_KernelBuilder* builder = TF_NewKernelBuilder(row.op, device_type, functions.create,
                                                  functions.compute, functions.destroy);
  TfStatus status;
  row.types.ForEach([&](const TypeConstraint& constraint) {
    if (!status.ok() || !applies(constraint)) return;
    TF_KernelBuilder_TypeConstraint(builder, constraint.attr, constraint.type, status.get());
  });
  if (!status.ok()) {
    TF_DeleteKernelBuilder(builder);
    return status.ToStatus();
  }
  for (const char* arg : row.host_memory.args) {
    if (arg != nullptr) TF_KernelBuilder_HostMemory(builder, arg);
  }
  if (row.priority != 0) TF_KernelBuilder_Priority(builder, row.priority);
  if (row.label != nullptr) TF_KernelBuilder_Label(builder, row.label);
  TF_RegisterKernelBuilder(row.op, builder, status.get());  // takes ownership of the builder
  return status.ToStatus();
}

// The same with all type constraints.
inline Status RegisterKernel(const KernelRow& row, const char* device_type) {
  return RegisterKernel(row, device_type, [](const TypeConstraint&) { return true; });
}

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_REGISTER_KERNEL_H_
