// The properties of the reference driver's devices, from protected_npu.yaml.

#ifndef PLUGGABLE_DRIVER_REFERENCE_CONFIG_H_
#define PLUGGABLE_DRIVER_REFERENCE_CONFIG_H_

#include <cstdint>

namespace pluggable::driver {

inline constexpr int kDeviceCount = 1;
inline constexpr uint64_t kCapacity = 4294967296;  // 4 GiB of each device
inline constexpr uint64_t kAlignment = 256;

// Whether the host continues while queues work, or waits for every piece of work.
inline constexpr bool kAsynchronous = true;

// Whether TensorFlow's pointers to device memory can be dereferenced. If not, code that lacks a
// copy or a wait crashes at once, as on hardware with separate memory.
inline constexpr bool kHostVisible = false;

}  // namespace pluggable::driver

#endif  // PLUGGABLE_DRIVER_REFERENCE_CONFIG_H_
