// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of Multinomial, which gets its random numbers of compute/random.h.

#ifndef PLUGGABLE_COMPUTE_CATEGORICAL_H_
#define PLUGGABLE_COMPUTE_CATEGORICAL_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// Draws classes by their unnormalized log-probabilities. Class c of row r weighs
// exp(logits[r, c] - most), where `most` is the largest finite logit of the row, and nothing if its
// logit is not finite. out[r, s] is the first class up to which, and with which, the weights come
// to more than uniform[r, s] times all of them; `classes` itself if no class weighs anything. All
// of it is computed in double. The order of additions is free: where a number falls next to the
// border between two classes, a device may draw the other one.
struct CategoricalPlan {
  // Computes all of the result on the host.
  using Loop = void (*)(const CategoricalPlan& plan, ThreadPool* threads);

  DataType dtype = DT_INVALID;      // of the logits: float, double, half or bfloat16
  DataType out_dtype = DT_INVALID;  // int32 or int64
  int64_t rows = 1;                 // each size is at least 1
  int64_t classes = 1;
  int64_t samples = 1;
  const void* logits = nullptr;     // dense, [rows, classes]
  const double* uniform = nullptr;  // of [0, 1); dense, [rows, samples]
  void* out = nullptr;              // dense, [rows, samples]; overlaps nothing
  Loop loop = nullptr;
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status Categorical(const Stream& stream, const CategoricalPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const CategoricalPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_CATEGORICAL_H_
