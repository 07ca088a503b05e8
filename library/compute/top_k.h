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

// indices[r, :] are the columns of the k largest elements of row r, in descending order. NaN comes
// after all other values. Equal elements are in the order of their columns. values[r, j] = in[r,
// indices[r, j]].
struct TopKPlan {
  // Computes the whole result on the host.
  using Loop = void (*)(const TopKPlan& plan, ThreadPool* threads);

  int64_t rows = 1;  // at least 1
  int64_t columns = 1;
  int64_t k = 1;                      // 1 to columns
  DataType dtype = DT_INVALID;        // of the input and the values: any real type
  const void* in = nullptr;           // dense, [rows, columns]
  void* values = nullptr;             // dense, [rows, k]; overlaps nothing
  DataType index_dtype = DT_INVALID;  // int32 or int64
  void* indices = nullptr;            // dense, [rows, k]; overlaps nothing
  Loop loop = nullptr;
};

// Enqueues the work on the stream. Fails if that is not possible.
Status TopK(const Stream& stream, const TopKPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const TopKPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_TOP_K_H_
