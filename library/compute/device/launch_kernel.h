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

// The number of blocks that CUDA allows along dimensions 1 and 2 of a grid.
inline constexpr int64_t kMaxBlocks = 65535;

// The result of a launch; nothing if the device lacks the kernel, so that the host computes.
using Launched = std::optional<Status>;

// Launches the kernel `name` of the program, which may be null. `arguments` are the kernel's;
// pointers among them are TensorFlow's.
template <typename... Args>
Launched LaunchKernel(const Stream& stream, const DeviceProgram* program, const char* name,
                      Dim3 grid, Dim3 block, Args... arguments) {
  if (program == nullptr || grid.y > kMaxBlocks || grid.z > kMaxBlocks) return std::nullopt;
  const DeviceKernel kernel = MakeDeviceKernel(*program, name, arguments...);
  if (!HasDeviceKernel(stream.device_ordinal(), kernel, block)) return std::nullopt;
  void* pointers[] = {static_cast<void*>(&arguments)...};
  return stream.Launch(kernel, grid, block, pointers);
}

// A grid of `columns` x `rows` blocks, where BLOCK_ROW is the row. There may be blocks after the
// last row, which kernels must ignore.
inline Dim3 GridOf(uint32_t columns, int64_t rows) {
  const int64_t layers = std::max<int64_t>((rows + kMaxBlocks - 1) / kMaxBlocks, 1);
  return {columns, static_cast<uint32_t>((rows + layers - 1) / layers),
          static_cast<uint32_t>(layers)};
}

// The number of blocks of `threads` threads that cover `count` elements.
inline uint32_t BlocksFor(int64_t count, uint32_t threads) {
  return static_cast<uint32_t>((count + threads - 1) / threads);
}

// Whether kernels can count this far: where they divide, their indices are ints. Threads of the
// last blocks count beyond the end.
inline constexpr int64_t kBeyondTheEnd = 65536;
inline bool FitsInt(int64_t count) {
  return count <= std::numeric_limits<int32_t>::max() - kBeyondTheEnd;
}

// The number of threads in a block of a kernel that needs no particular number.
inline constexpr uint32_t kThreadsPerBlock = 256;
// The block of a launch with a thread for each element.
inline constexpr Dim3 kFlatBlock = {kThreadsPerBlock, 1, 1};
inline Dim3 FlatGrid(int64_t count) { return {BlocksFor(count, kThreadsPerBlock), 1, 1}; }

// The block of kernels whose threads compute a row each, on processors. Processors have few cores,
// and blocks are the unit of work that cores share.
inline constexpr uint32_t kRowsPerBlockOnCpu = 16;

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DEVICE_LAUNCH_KERNEL_H_
