// Settings of the OpenCL driver in cached.cc.

#ifndef PLUGGABLE_DRIVER_OPENCL_SETTINGS_H_
#define PLUGGABLE_DRIVER_OPENCL_SETTINGS_H_

#include <cstdint>

namespace pluggable::opencl::settings {

inline constexpr char kDevicesVariable[] = "CACHED_DEVICES";
inline constexpr char kCacheVariable[] = "CACHED_CACHE";
inline constexpr char kDevices[] = "";
inline constexpr char kCache[] = "";
inline constexpr char kBuildOptions[] = "-cl-kernel-arg-info";

}  // namespace pluggable::opencl::settings

#endif  // PLUGGABLE_DRIVER_OPENCL_SETTINGS_H_
