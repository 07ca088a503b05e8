// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The texts of compute/device in OpenCL C, which a driver compiles at run time.

#ifndef PLUGGABLE_DRIVER_OPENCL_C_PROGRAM_TEXTS_H_
#define PLUGGABLE_DRIVER_OPENCL_C_PROGRAM_TEXTS_H_

namespace pluggable::opencl_c {

// The text of NAME.inc in library/compute/device, or in src/compute/device in its place, with what
// belongs behind it; "" if there is none. device_kernels.cmake writes the function.
const char* KernelText(const char* name);

}  // namespace pluggable::opencl_c

#endif  // PLUGGABLE_DRIVER_OPENCL_C_PROGRAM_TEXTS_H_
