// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#ifndef PLUGGABLE_DRIVER_OPENCL_VENDORS_H_
#define PLUGGABLE_DRIVER_OPENCL_VENDORS_H_

namespace pluggable::opencl {

// Opens the libraries of OpenCL's vendors before OpenCL's loader does (isolated_library.h).
void OpenVendorLibraries();

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_VENDORS_H_
