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

// out[o, i] = the first k at which in[o, k, i] is the largest (or the smallest) of all in[o, k',
// i]. A NaN counts as minus infinity in the search for the largest, and as infinity in the search
// for the smallest.
struct ArgReducePlan {
  // Computes the whole result on the host.
  using Loop = void (*)(const ArgReducePlan& plan, ThreadPool* threads);

  bool is_largest = true;
  DataType dtype = DT_INVALID;      // of the input: any real type
  DataType out_dtype = DT_INVALID;  // int32 or int64
  // The input is dense, [outer, length, inner]; each is at least 1.
  int64_t outer = 1;
  int64_t length = 1;
  int64_t inner = 1;
  const void* in = nullptr;
  void* out = nullptr;  // dense, [outer, inner]; overlaps nothing
  Loop loop = nullptr;
};

// Enqueues the work on the stream. Fails if that is not possible.
Status ArgReduce(const Stream& stream, const ArgReducePlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const ArgReducePlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_ARG_REDUCE_H_
