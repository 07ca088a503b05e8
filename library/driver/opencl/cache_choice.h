// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Which devices' programs are kept, and where.

#ifndef PLUGGABLE_DRIVER_OPENCL_CACHE_CHOICE_H_
#define PLUGGABLE_DRIVER_OPENCL_CACHE_CHOICE_H_

#include <string>

#include "driver/opencl/devices.h"
#include "driver/opencl/program_cache.h"

namespace pluggable::opencl {

// Where programs are kept.
struct CacheChoice {
  std::string folder;      // "": nowhere
  bool is_chosen = false;  // by the user or by the spec
};

// The environment variable <PLUGIN>_OPENCL_CACHE says where, or the spec: a folder, or `off`. A
// folder may begin with `~/`. By default it is $XDG_CACHE_HOME/<plugin>/opencl, or that of
// ~/.cache; nowhere if there is no home.
CacheChoice ChooseCache();

// The cache for the programs of a device; null if they are not kept.
//
// PoCL has a cache of its own, and it compiles a kernel when that is launched. Asked for a binary,
// it compiles all kernels: PoCL 3.1 took 18 s for those of elementwise formulas of float, whose
// source it builds in 1.5 s. So its programs are only kept in a folder that somebody has chosen.
ProgramCache* CacheFor(const DeviceInfo& device);

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_CACHE_CHOICE_H_
