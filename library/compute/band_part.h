// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of MatrixBandPart.

#ifndef PLUGGABLE_COMPUTE_BAND_PART_H_
#define PLUGGABLE_COMPUTE_BAND_PART_H_

#include <cstddef>
#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"

namespace pluggable::compute {

// out[m, r, c] = in[m, r, c] if -lower <= c - r <= upper, else 0, whose bits are all 0. Both are
// dense, [matrices, rows, columns]. What an element means does not matter, only how many bytes it
// has.
struct BandPartPlan {
  size_t element_bytes = 0;  // 1, 2, 4, 8 or 16
  int64_t matrices = 1;      // each size is at least 1
  int64_t rows = 1;
  int64_t columns = 1;
  int64_t lower = 0;  // diagonals below the main one, 0 to rows
  int64_t upper = 0;  // and above it, 0 to columns
  const void* in = nullptr;
  void* out = nullptr;  // the same memory as `in`, or overlaps nothing
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status BandPart(const Stream& stream, const BandPartPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const BandPartPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_BAND_PART_H_
