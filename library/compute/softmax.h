// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of Softmax and LogSoftmax.

#ifndef PLUGGABLE_COMPUTE_SOFTMAX_H_
#define PLUGGABLE_COMPUTE_SOFTMAX_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// For each row, out[i] = exp(logits[i] - m) / s, where m is the row's largest logit and s is the
// sum of exp(logits[j] - m) over the row. The logarithm of this is logits[i] - m - log(s). half and
// bfloat16 are computed in float and rounded once. If a logit is NaN or m is infinite, the whole
// row is NaN.
struct SoftmaxPlan {
  DataType dtype = DT_INVALID;  // of logits and out: float, double, half or bfloat16
  bool is_logarithm = false;
  int64_t rows = 0;     // at least 1
  int64_t classes = 0;  // elements of a row, which are adjacent; at least 1
  const void* logits = nullptr;
  void* out = nullptr;  // may be the memory of the logits; else overlaps nothing
};

// Enqueues the work on the stream. Fails if that is not possible.
Status Softmax(const Stream& stream, const SoftmaxPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const SoftmaxPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_SOFTMAX_H_
