// The device that the reference driver stands for, as @spec.file@ describes it.

#ifndef PLUGGABLE_DRIVER_REFERENCE_CONFIG_H_
#define PLUGGABLE_DRIVER_REFERENCE_CONFIG_H_

#include <cstdint>

namespace pluggable::driver {

inline constexpr int kDeviceCount = @device.count@;
inline constexpr uint64_t kCapacity = @device.memory.capacity@;  // @device.memory.capacity_text@ of each device
inline constexpr uint64_t kAlignment = @device.memory.alignment@;

// Whether the host continues while queues work, or waits for every piece of work.
inline constexpr bool kAsynchronous = @device.streams.asynchronous@;

// Whether TensorFlow's pointers to device memory can be dereferenced. If not, a missing copy or
// wait crashes at once, as on hardware with memory of its own.
inline constexpr bool kHostVisible = @device.memory.host_visible@;

}  // namespace pluggable::driver

#endif  // PLUGGABLE_DRIVER_REFERENCE_CONFIG_H_
