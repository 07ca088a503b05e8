// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The texts of compute/device as PTX, which was made of them when the plugin was built.

#ifndef PLUGGABLE_DRIVER_CUDA_PROGRAM_TEXTS_H_
#define PLUGGABLE_DRIVER_CUDA_PROGRAM_TEXTS_H_

namespace pluggable::cuda {

// The PTX of NAME.inc in library/compute/device, or in src/compute/device in its place, for
// elements of the type; null if it is not compiled for that. device_kernels.cmake writes the
// function.
const char* KernelPtx(const char* name, const char* type);

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_PROGRAM_TEXTS_H_
