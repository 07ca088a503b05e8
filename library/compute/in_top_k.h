// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of InTopKV2.

#ifndef PLUGGABLE_COMPUTE_IN_TOP_K_H_
#define PLUGGABLE_COMPUTE_IN_TOP_K_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// out[r] = whether fewer than k of the classes c have predictions[r, c] > predictions[r,
// targets[r]]. Never, if targets[r] is outside of [0, classes), or a prediction of the row is not
// finite.
struct InTopKPlan {
  int64_t rows = 1;  // at least 1
  int64_t classes = 0;
  int64_t k = 0;                       // any number
  const void* predictions = nullptr;   // float, dense, [rows, classes]
  DataType target_dtype = DT_INVALID;  // int32 or int64
  const void* targets = nullptr;       // [rows]
  void* out = nullptr;                 // bool, [rows]; overlaps nothing
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status InTopK(const Stream& stream, const InTopKPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const InTopKPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_IN_TOP_K_H_
