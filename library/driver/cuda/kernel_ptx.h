// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Kernels of a program by themselves, since NVIDIA's driver compiles all that a module has: a model
// uses few of the formulas, and should not wait for the others.

#ifndef PLUGGABLE_DRIVER_CUDA_KERNEL_PTX_H_
#define PLUGGABLE_DRIVER_CUDA_KERNEL_PTX_H_

#include <string>
#include <string_view>
#include <vector>

namespace pluggable::cuda {

// The names of a program's kernels, in their order. `ptx` is as LLVM writes it.
std::vector<std::string> KernelsOfPtx(std::string_view ptx);

// The program with no other kernel than `name`. All of it if it has no kernel of that name.
std::string PtxOfKernel(std::string_view ptx, std::string_view name);

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_KERNEL_PTX_H_
