// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Selects the folder of the program cache, and the devices that use it.

#ifndef PLUGGABLE_DRIVER_OPENCL_CACHE_CHOICE_H_
#define PLUGGABLE_DRIVER_OPENCL_CACHE_CHOICE_H_

#include <string>

#include "driver/opencl/devices.h"
#include "driver/opencl/program_cache.h"

namespace pluggable::opencl {

// The folder of the program cache.
struct CacheChoice {
  std::string folder;      // "": no cache
  bool is_chosen = false;  // by the user or in the spec
};

// The environment variable <PLUGIN>_OPENCL_CACHE selects the folder, or else the spec: a path,
// which may begin with `~/`, or `off`. The default is <plugin>/opencl in $XDG_CACHE_HOME, or in
// ~/.cache. Without a home directory there is no cache.
CacheChoice ChooseCache();

// The cache for the programs of a device; null if they are not cached.
//
// PoCL has a cache of its own, and it compiles each kernel when the kernel is launched. If asked
// for a binary, it compiles all kernels: PoCL 3.1 took 18 s for the elementwise formulas of float,
// whose source it builds in 1.5 s. So PoCL's programs are cached only if a folder was chosen
// explicitly.
ProgramCache* CacheFor(const DeviceInfo& device);

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_CACHE_CHOICE_H_
