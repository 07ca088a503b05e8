// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of OneHot.

#ifndef PLUGGABLE_COMPUTE_ONE_HOT_H_
#define PLUGGABLE_COMPUTE_ONE_HOT_H_

#include <cstddef>
#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// out[o, d, i] = indices[o, i] == d ? on : off, of tensors that are dense and in row-major order.
// An index outside of [0, depth) has no element that is on. What an element means does not matter,
// only how many bytes it has.
struct OneHotPlan {
  size_t element_bytes = 0;           // 1, 2, 4 or 8
  DataType index_dtype = DT_INVALID;  // int8, uint8, int32 or int64
  int64_t outer = 1;                  // each of these is at least 1
  int64_t depth = 1;
  int64_t inner = 1;
  const void* indices = nullptr;
  const void* on = nullptr;  // one element, in the device's memory as all of these
  const void* off = nullptr;
  void* out = nullptr;  // overlaps nothing
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status OneHot(const Stream& stream, const OneHotPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const OneHotPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_ONE_HOT_H_
