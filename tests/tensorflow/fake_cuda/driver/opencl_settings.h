// Settings of the OpenCL driver that the fake libcuda.so.1 works with.

#ifndef PLUGGABLE_DRIVER_OPENCL_SETTINGS_H_
#define PLUGGABLE_DRIVER_OPENCL_SETTINGS_H_

#include <cstdint>

namespace pluggable::opencl::settings {

inline constexpr char kDevicesVariable[] = "FAKE_CUDA_DEVICES";
inline constexpr char kQueuesVariable[] = "FAKE_CUDA_QUEUES";
inline constexpr char kCacheVariable[] = "FAKE_CUDA_CACHE";
inline constexpr char kLikeGpuVariable[] = "PATH";  // always: the kernels are those that GPUs get
inline constexpr char kDevices[] = "";
inline constexpr char kCache[] = "off";
inline constexpr char kBuildOptions[] = "";  // -cl-kernel-arg-info comes from support.py
inline constexpr uint64_t kCapacity = uint64_t{2} << 30;

}  // namespace pluggable::opencl::settings

#endif  // PLUGGABLE_DRIVER_OPENCL_SETTINGS_H_
