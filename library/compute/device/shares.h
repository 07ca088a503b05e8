// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Splits work with too few blocks for a device. Each of several blocks computes a part in scratch
// memory, and another launch combines the parts.

#ifndef PLUGGABLE_COMPUTE_DEVICE_SHARES_H_
#define PLUGGABLE_COMPUTE_DEVICE_SHARES_H_

#include <cstdint>
#include <optional>

#include "pluggable/launch.h"
#include "pluggable/scratch.h"
#include "pluggable/stream.h"

namespace pluggable::compute {

// It must live until all launches that use the parts are enqueued.
class Shares {
 public:
  // The number of blocks for each multiprocessor of a device: for kernels that mostly compute, and
  // for kernels that mostly read.
  static constexpr int64_t kOfTiles = 4;
  static constexpr int64_t kOfSums = 8;

  // For work with `blocks` blocks, whose threads take `steps` steps each. Each share needs
  // bytes_of_part bytes of scratch memory, for all of these blocks together.
  Shares(const Stream& stream, int64_t blocks, int64_t steps, uint64_t bytes_of_part,
         int64_t blocks_of_multiprocessor);

  // The number of shares, at least 1. With 1, there are no parts.
  int32_t count() const { return count_; }
  // Null if there are none.
  void* parts() const { return count_ == 1 ? nullptr : scratch_->data(); }

 private:
  std::optional<Scratch> scratch_;
  int32_t count_ = 1;
};

// Whether tiles with twice as many rows (tile.inc) would keep the device busy. `grid` is the grid
// for normal tiles; its dimension 0 is their rows.
bool AreTallTilesMany(const Stream& stream, Dim3 grid);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DEVICE_SHARES_H_
