// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What the kernels of tile.inc are launched with.

#ifndef PLUGGABLE_COMPUTE_DEVICE_TILE_H_
#define PLUGGABLE_COMPUTE_DEVICE_TILE_H_

#include <cstdint>

#include "pluggable/device_kernel.h"
#include "pluggable/launch.h"
#include "pluggable/stream.h"

#include "compute/device/launch_kernel.h"
#include "compute/device/shares.h"

namespace pluggable::compute {

// Rows and columns of a tile, unless it is tall, and how much of the depth passes through shared
// memory at a time.
inline constexpr uint32_t kTileSide = 64;
inline constexpr int64_t kDepthOfTile = 16;
inline constexpr Dim3 kTileBlock = {16, 16, 1};
// Processors have a thread for a tile, and tiles of another size.
inline constexpr Dim3 kTileBlockOnCpu = {1, 1, 1};
inline constexpr uint32_t kTileRowsOnCpu = 64;
inline constexpr uint32_t kTileColumnsOnCpu = 128;
inline constexpr int64_t kDepthOfTileOnCpu = 64;
// Of an element of a part.
inline constexpr uint64_t kMaxBytesOfSum = sizeof(double);

// Launches tiles by launch(parts, results, number of shares), where `results` is the number of
// elements of `out`. If several share the depth of each tile, it adds up their parts.
template <typename LaunchTiles>
Launched LaunchInShares(const Stream& stream, const DeviceProgram* program, const Shares& shares,
                        int64_t results, void* out, const LaunchTiles& launch) {
  const auto count = static_cast<int32_t>(results);
  Launched launched = launch(shares.parts(), count, shares.count());
  if (shares.count() == 1 || !launched || !launched->ok()) return launched;
  return LaunchKernel(stream, program, "sum_of_parts", FlatGrid(results), kFlatBlock,
                      shares.parts(), out, count, shares.count());
}

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DEVICE_TILE_H_
