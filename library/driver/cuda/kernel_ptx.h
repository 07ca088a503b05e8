// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Extracts single kernels of a program. NVIDIA's driver compiles all kernels of a module, but a
// model uses few of the formulas and should not wait for the others.

#ifndef PLUGGABLE_DRIVER_CUDA_KERNEL_PTX_H_
#define PLUGGABLE_DRIVER_CUDA_KERNEL_PTX_H_

#include <string>
#include <string_view>
#include <vector>

namespace pluggable::cuda {

// The names of a program's kernels, in order. `ptx` must be formatted as LLVM prints it.
std::vector<std::string> KernelsOfPtx(std::string_view ptx);

// The program with only the kernel `name`; the whole program if it has no such kernel.
std::string PtxOfKernel(std::string_view ptx, std::string_view name);

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_KERNEL_PTX_H_
