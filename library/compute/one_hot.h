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

// out[o, d, i] = indices[o, i] == d ? on : off. The tensors are dense and in row-major order. An
// index outside of [0, depth) matches no d. Elements are only copied, so their size is known and
// their type is not.
struct OneHotPlan {
  size_t element_bytes = 0;           // 1, 2, 4 or 8
  DataType index_dtype = DT_INVALID;  // int8, uint8, int32 or int64
  int64_t outer = 1;                  // each of these is at least 1
  int64_t depth = 1;
  int64_t inner = 1;
  const void* indices = nullptr;
  const void* on = nullptr;  // one element, in device memory like the other pointers
  const void* off = nullptr;
  void* out = nullptr;  // overlaps nothing
};

// Enqueues the work on the stream. Fails if that is not possible.
Status OneHot(const Stream& stream, const OneHotPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const OneHotPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_ONE_HOT_H_
