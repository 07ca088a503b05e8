// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of Softmax and LogSoftmax.

#ifndef PLUGGABLE_COMPUTE_SOFTMAX_H_
#define PLUGGABLE_COMPUTE_SOFTMAX_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// For each row: out[i] = exp(logits[i] - m) / s, where m is the row's largest logit and s the sum
// of exp(logits[j] - m) over the row; as a logarithm, logits[i] - m - log(s). half and bfloat16
// compute in float and are rounded once. A NaN makes its row NaN, as does an infinite m.
struct SoftmaxPlan {
  DataType dtype = DT_INVALID;  // of logits and out: float, double, half or bfloat16
  bool is_logarithm = false;
  int64_t rows = 0;     // at least 1
  int64_t classes = 0;  // elements of a row, one behind the other; at least 1
  const void* logits = nullptr;
  void* out = nullptr;  // the memory of the logits, or overlaps nothing
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status Softmax(const Stream& stream, const SoftmaxPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const SoftmaxPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_SOFTMAX_H_
