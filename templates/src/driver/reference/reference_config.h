// The properties of the reference driver's devices, from @spec.file@.

#ifndef PLUGGABLE_DRIVER_REFERENCE_CONFIG_H_
#define PLUGGABLE_DRIVER_REFERENCE_CONFIG_H_

#include <cstdint>

namespace pluggable::driver {

inline constexpr int kDeviceCount = @device.count@;
inline constexpr uint64_t kCapacity = @device.memory.capacity@;  // @device.memory.capacity_text@ of each device
inline constexpr uint64_t kAlignment = @device.memory.alignment@;

// Whether the host continues while queues work, or waits for every piece of work.
inline constexpr bool kAsynchronous = @device.streams.asynchronous@;

// Whether TensorFlow's pointers to device memory can be dereferenced. If not, code that lacks a
// copy or a wait crashes at once, as on hardware with separate memory.
inline constexpr bool kHostVisible = @device.memory.host_visible@;

}  // namespace pluggable::driver

#endif  // PLUGGABLE_DRIVER_REFERENCE_CONFIG_H_
