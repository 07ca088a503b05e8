// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Work of which there are too few blocks for a device, shared among more: each computes a part,
// which goes to scratch memory, and another launch puts the parts together.

#ifndef PLUGGABLE_COMPUTE_DEVICE_SHARES_H_
#define PLUGGABLE_COMPUTE_DEVICE_SHARES_H_

#include <cstdint>
#include <optional>

#include "pluggable/launch.h"
#include "pluggable/scratch.h"
#include "pluggable/stream.h"

namespace pluggable::compute {

// Lives until all launches with the parts are on the stream.
class Shares {
 public:
  // How many blocks there are to be for each of a device's multiprocessors: of kernels that mostly
  // compute, and of those that mostly read.
  static constexpr int64_t kOfTiles = 4;
  static constexpr int64_t kOfSums = 8;

  // Of work that has `blocks` blocks, whose threads take `steps` steps each. One share of all of it
  // needs bytes_of_part of scratch memory.
  Shares(const Stream& stream, int64_t blocks, int64_t steps, uint64_t bytes_of_part,
         int64_t blocks_of_multiprocessor);

  // At least 1: then there are no parts.
  int32_t count() const { return count_; }
  // Null if there are none.
  void* parts() const { return count_ == 1 ? nullptr : scratch_->data(); }

 private:
  std::optional<Scratch> scratch_;
  int32_t count_ = 1;
};

// Whether tiles of twice as many rows (tile.inc) would keep the device busy. `grid` is that of the
// others, whose dimension 0 is their rows.
bool AreTallTilesMany(const Stream& stream, Dim3 grid);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DEVICE_SHARES_H_
