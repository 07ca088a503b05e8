// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Launches of the kernels of this folder.

#ifndef PLUGGABLE_COMPUTE_DEVICE_LAUNCH_KERNEL_H_
#define PLUGGABLE_COMPUTE_DEVICE_LAUNCH_KERNEL_H_

#include <cstdint>
#include <limits>
#include <optional>

#include "pluggable/device_kernel.h"
#include "pluggable/stream.h"

namespace pluggable::compute {

// What came of a launch; nothing if the device does not have the kernel, and the host computes.
using Launched = std::optional<Status>;

// Launches the kernel `name` of the program, which may be null. `arguments` are those of the
// kernel, pointers among them TensorFlow's.
template <typename... Args>
Launched LaunchKernel(const Stream& stream, const DeviceProgram* program, const char* name,
                      Dim3 grid, Dim3 block, Args... arguments) {
  if (program == nullptr) return std::nullopt;
  const DeviceKernel kernel = MakeDeviceKernel(*program, name, arguments...);
  const auto threads = static_cast<uint32_t>(block.count());
  if (!HasDeviceKernel(stream.device_ordinal(), kernel, threads)) return std::nullopt;
  void* pointers[] = {&arguments...};
  return stream.Launch(&kernel, grid, block, pointers, 0);
}

// Blocks of `threads` that cover `count` elements.
inline uint32_t BlocksFor(int64_t count, uint32_t threads) {
  return static_cast<uint32_t>((count + threads - 1) / threads);
}

// Whether kernels can count so far: their indices are ints where they divide. The threads of the
// last block count on beyond the end.
inline constexpr int64_t kBeyondTheEnd = 1024;
inline bool FitsInt(int64_t count) {
  return count <= std::numeric_limits<int32_t>::max() - kBeyondTheEnd;
}

// How many threads a block of a kernel has that needs no particular number.
inline constexpr uint32_t kThreadsPerBlock = 256;
// A launch with a thread for each of `count` elements.
inline constexpr Dim3 kFlatBlock = {kThreadsPerBlock, 1, 1};
inline Dim3 FlatGrid(int64_t count) { return {BlocksFor(count, kThreadsPerBlock), 1, 1}; }

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DEVICE_LAUNCH_KERNEL_H_
