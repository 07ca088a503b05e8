// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The texts of compute/device as PTX, compiled when the plugin was built.

#ifndef PLUGGABLE_DRIVER_CUDA_PROGRAM_TEXTS_H_
#define PLUGGABLE_DRIVER_CUDA_PROGRAM_TEXTS_H_

namespace pluggable::cuda {

// The PTX of library/compute/device/NAME.inc, or of src/compute/device/NAME.inc if that exists, for
// elements of the type. Null if the text is not compiled for that type. device_kernels.cmake
// generates the function.
const char* KernelPtx(const char* name, const char* type);

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_PROGRAM_TEXTS_H_
