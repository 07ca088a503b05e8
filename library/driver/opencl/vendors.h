// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#ifndef PLUGGABLE_DRIVER_OPENCL_VENDORS_H_
#define PLUGGABLE_DRIVER_OPENCL_VENDORS_H_

namespace pluggable::opencl {

// Opens the libraries of OpenCL's vendors before OpenCL's loader does, so that each library
// resolves symbols in its own dependencies first.
//
// TensorFlow 2.19 to 2.21 export the symbols of their LLVM to the global scope. A vendor's library
// that uses another LLVM (PoCL, Mesa) binds to these symbols, and crashes while it is loaded. This
// was seen with 2.19.1 and 2.21.0, PoCL 3.1 and Mesa 22.3.6; upstream issues 104038 and 124205.
void OpenVendorLibraries();

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_VENDORS_H_
