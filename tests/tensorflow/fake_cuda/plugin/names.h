// Names of the plugin that the fake libcuda.so.1 takes the OpenCL driver from.

#ifndef PLUGGABLE_PLUGIN_NAMES_H_
#define PLUGGABLE_PLUGIN_NAMES_H_

namespace pluggable::names {

inline constexpr char kPlugin[] = "fake_cuda";
inline constexpr char kVerbose[] = "FAKE_CUDA_VERBOSE";

}  // namespace pluggable::names

#endif  // PLUGGABLE_PLUGIN_NAMES_H_
