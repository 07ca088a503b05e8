// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Kernels that run on the CPU as well as on the device.

#ifndef PLUGGABLE_OPS_LIBRARY_CPU_KERNELS_H_
#define PLUGGABLE_OPS_LIBRARY_CPU_KERNELS_H_

namespace pluggable {

// Registers the kernels of the ops that the spec marks `also_on_cpu`. Errors are logged.
void RegisterCpuKernels();

}  // namespace pluggable

#endif  // PLUGGABLE_OPS_LIBRARY_CPU_KERNELS_H_
