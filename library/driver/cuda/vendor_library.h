// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// NVIDIA's optional libraries for GPUs. The plugin links to none of them. It opens a library when
// the first plan needs it.

#ifndef PLUGGABLE_DRIVER_CUDA_VENDOR_LIBRARY_H_
#define PLUGGABLE_DRIVER_CUDA_VENDOR_LIBRARY_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace pluggable::cuda {

// The name of a library, and where packages install it.
struct VendorLibrary {
  const char* name;                        // for messages: "cuBLASLt"
  std::vector<const char*> files;          // one for each major version, the preferred first
  std::vector<const char*> wheel_folders;  // in the site-packages of Python: "nvidia/cu13/lib"
};

// Opens the library and keeps it open. The environment variable <PLUGIN>_CUDA_LIBRARIES is a list
// of folders to search, with colons between them, or `off`. If it is not set, the search path is
// the loader's, then the packages beside TensorFlow and beside the plugin, then the folders of
// CUDA's toolkit.
//
// accept(handle) looks up the functions. It returns "", or the reason why the library cannot be
// used; the search continues then. Null if no library is usable. With <PLUGIN>_VERBOSE set, it
// prints to stderr which library was opened and which were rejected.
void* OpenVendorLibrary(const VendorLibrary& library,
                        const std::function<std::string(void* handle)>& accept);

// Opens a library in the folder of the library that contains the function, or on the loader's
// search path, and keeps it open. False if there is none.
bool OpenCompanion(const void* function, const std::string& file);

// Returns "" if the driver can run a library of that version of CUDA (13010 for 13.1), else why
// not.
std::string RefusalToCuda(size_t version);

// Whether libraries may round floats to TF32, which is faster and has ten bits of mantissa. They
// may if the environment variable <PLUGIN>_CUDA_TF32 is 1.
bool MayUseTf32();

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_VENDOR_LIBRARY_H_
