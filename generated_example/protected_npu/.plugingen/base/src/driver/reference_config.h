// The device that the reference driver stands for, as protected_npu.yaml describes it.

#ifndef PLUGGABLE_DRIVER_REFERENCE_CONFIG_H_
#define PLUGGABLE_DRIVER_REFERENCE_CONFIG_H_

#include <cstdint>

namespace pluggable::driver {

inline constexpr int kDeviceCount = 1;
inline constexpr uint64_t kCapacity = 4294967296;  // 4 GiB of each device
inline constexpr uint64_t kAlignment = 256;

// Whether the host continues while queues work, or waits for every piece of work.
inline constexpr bool kAsynchronous = true;

// Whether TensorFlow's pointers to device memory can be dereferenced. If not, a missing copy or
// wait crashes at once, as on hardware with memory of its own.
inline constexpr bool kHostVisible = false;

}  // namespace pluggable::driver

#endif  // PLUGGABLE_DRIVER_REFERENCE_CONFIG_H_
