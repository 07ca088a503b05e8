// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of TopKV2.

#ifndef PLUGGABLE_COMPUTE_TOP_K_H_
#define PLUGGABLE_COMPUTE_TOP_K_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// indices[r, :] are the columns of the first k elements of the sorted row r: the larger in front of
// the smaller, NaN behind all others, equal elements in the order of their columns.
// values[r, j] = in[r, indices[r, j]].
struct TopKPlan {
  // Computes all of the result on the host.
  using Loop = void (*)(const TopKPlan& plan, ThreadPool* threads);

  int64_t rows = 1;  // at least 1
  int64_t columns = 1;
  int64_t k = 1;                      // from 1 to columns
  DataType dtype = DT_INVALID;        // of the input and the values: any real number
  const void* in = nullptr;           // dense, [rows, columns]
  void* values = nullptr;             // dense, [rows, k]; overlaps nothing
  DataType index_dtype = DT_INVALID;  // int32 or int64
  void* indices = nullptr;            // dense, [rows, k]; overlaps nothing
  Loop loop = nullptr;
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status TopK(const Stream& stream, const TopKPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const TopKPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_TOP_K_H_
