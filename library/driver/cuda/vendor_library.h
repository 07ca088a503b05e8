// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// NVIDIA's libraries for GPUs, which a machine may have or not. The plugin links none: it opens one
// when the first plan wants it.

#ifndef PLUGGABLE_DRIVER_CUDA_VENDOR_LIBRARY_H_
#define PLUGGABLE_DRIVER_CUDA_VENDOR_LIBRARY_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace pluggable::cuda {

// What a library is called, and where packages put it.
struct VendorLibrary {
  const char* name;                        // for messages: "cuBLASLt"
  std::vector<const char*> files;          // one for each major version, the preferred first
  std::vector<const char*> wheel_folders;  // in the site-packages of Python: "nvidia/cu13/lib"
};

// Opens the library, which stays open. The environment variable <PLUGIN>_CUDA_LIBRARIES has the
// folders that may have it, with colons between, or `off`. If it is not set, the loader looks for
// it; then come the packages beside TensorFlow and beside the plugin, and the folders of CUDA's
// toolkit.
//
// accept(handle) finds the functions, and returns why the library cannot be used; "" if it can.
// Otherwise the next one is tried. Null if there is none. <PLUGIN>_VERBOSE has it reported to
// stderr which library was opened, and which were refused.
void* OpenVendorLibrary(const VendorLibrary& library,
                        const std::function<std::string(void* handle)>& accept);

// Opens a library that is beside the one which has the function, or where the loader looks. False
// if there is none. It stays open.
bool OpenCompanion(const void* function, const std::string& file);

// Why the driver cannot run a library of that version of CUDA, as 13010 for 13.1; "" if it can.
std::string ObjectionToCuda(size_t version);

// Whether libraries may round floats to TF32, which is faster and has ten bits of mantissa: if the
// environment variable <PLUGIN>_CUDA_TF32 is 1.
bool MayUseTf32();

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_VENDOR_LIBRARY_H_
