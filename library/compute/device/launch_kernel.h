// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Launches of the kernels of this folder.

#ifndef PLUGGABLE_COMPUTE_DEVICE_LAUNCH_KERNEL_H_
#define PLUGGABLE_COMPUTE_DEVICE_LAUNCH_KERNEL_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "pluggable/device_kernel.h"
#include "pluggable/stream.h"

namespace pluggable::compute {

// How many blocks CUDA allows along the dimensions 1 and 2 of a grid.
inline constexpr int64_t kMostBlocks = 65535;

// What came of a launch; nothing if the device does not have the kernel, and the host computes.
using Launched = std::optional<Status>;

// Launches the kernel `name` of the program, which may be null. `arguments` are those of the
// kernel, pointers among them TensorFlow's.
template <typename... Args>
Launched LaunchKernel(const Stream& stream, const DeviceProgram* program, const char* name,
                      Dim3 grid, Dim3 block, Args... arguments) {
  if (program == nullptr || grid.y > kMostBlocks || grid.z > kMostBlocks) return std::nullopt;
  const DeviceKernel kernel = MakeDeviceKernel(*program, name, arguments...);
  if (!HasDeviceKernel(stream.device_ordinal(), kernel, block)) return std::nullopt;
  void* pointers[] = {&arguments...};
  return stream.Launch(kernel, grid, block, pointers);
}

// A grid of `columns` x `rows` blocks, of which BLOCK_ROW counts the rows: kernels find some behind
// the last.
inline Dim3 GridOf(uint32_t columns, int64_t rows) {
  const int64_t layers = std::max<int64_t>((rows + kMostBlocks - 1) / kMostBlocks, 1);
  return {columns, static_cast<uint32_t>((rows + layers - 1) / layers),
          static_cast<uint32_t>(layers)};
}

// Blocks of `threads` that cover `count` elements.
inline uint32_t BlocksFor(int64_t count, uint32_t threads) {
  return static_cast<uint32_t>((count + threads - 1) / threads);
}

// Whether kernels can count so far: their indices are ints where they divide. The threads of the
// last blocks count on beyond the end.
inline constexpr int64_t kBeyondTheEnd = 65536;
inline bool FitsInt(int64_t count) {
  return count <= std::numeric_limits<int32_t>::max() - kBeyondTheEnd;
}

// How many threads a block of a kernel has that needs no particular number.
inline constexpr uint32_t kThreadsPerBlock = 256;
// A launch with a thread for each of `count` elements.
inline constexpr Dim3 kFlatBlock = {kThreadsPerBlock, 1, 1};
inline Dim3 FlatGrid(int64_t count) { return {BlocksFor(count, kThreadsPerBlock), 1, 1}; }

// Where a thread works on a row of its own: processors have few cores, and blocks are what they
// share.
inline constexpr uint32_t kRowsPerBlockOnCpu = 16;

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DEVICE_LAUNCH_KERNEL_H_
