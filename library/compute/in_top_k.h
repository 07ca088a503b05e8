// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of InTopKV2.

#ifndef PLUGGABLE_COMPUTE_IN_TOP_K_H_
#define PLUGGABLE_COMPUTE_IN_TOP_K_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// out[r] = whether fewer than k classes c have predictions[r, c] > predictions[r, targets[r]]. It
// is false if targets[r] is outside of [0, classes), or if a prediction of the row is not finite.
struct InTopKPlan {
  int64_t rows = 1;  // at least 1
  int64_t classes = 0;
  int64_t k = 0;                       // may be negative or more than `classes`
  const void* predictions = nullptr;   // float, dense, [rows, classes]
  DataType target_dtype = DT_INVALID;  // int32 or int64
  const void* targets = nullptr;       // [rows]
  void* out = nullptr;                 // bool, [rows]; overlaps nothing
};

// Enqueues the work on the stream. Fails if that is not possible.
Status InTopK(const Stream& stream, const InTopKPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const InTopKPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_IN_TOP_K_H_
