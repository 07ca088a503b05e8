// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of ArgMax and ArgMin.

#ifndef PLUGGABLE_COMPUTE_ARG_REDUCE_H_
#define PLUGGABLE_COMPUTE_ARG_REDUCE_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// out[o, i] = the first k for which no in[o, k', i] is larger than in[o, k, i], or none is smaller.
// A NaN counts as minus infinity where the largest is sought, else as infinity.
struct ArgReducePlan {
  // Computes all of the result on the host.
  using Loop = void (*)(const ArgReducePlan& plan, ThreadPool* threads);

  bool is_largest = true;
  DataType dtype = DT_INVALID;      // of the input: any real number
  DataType out_dtype = DT_INVALID;  // int32 or int64
  // The input is dense, [outer, length, inner]; each is at least 1.
  int64_t outer = 1;
  int64_t length = 1;
  int64_t inner = 1;
  const void* in = nullptr;
  void* out = nullptr;  // dense, [outer, inner]; overlaps nothing
  Loop loop = nullptr;
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status ArgReduce(const Stream& stream, const ArgReducePlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const ArgReducePlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_ARG_REDUCE_H_
