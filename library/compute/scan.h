// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of Cumsum and Cumprod.

#ifndef PLUGGABLE_COMPUTE_SCAN_H_
#define PLUGGABLE_COMPUTE_SCAN_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// out[o, k, i] = the sum, or the product, of all x[o, k', i] with k' <= k. The range is k' < k if
// the scan is exclusive, k' >= k if it is in reverse, and k' > k if both. The sum of no elements is
// 0, the product 1. Integers wrap around. half and bfloat16 are summed in float, and each result is
// rounded once. The order of additions is free: a device may sum parts of a long row first. If such
// a part overflows, results can be infinite or NaN that would be finite if elements were added one
// by one.
struct ScanPlan {
  enum class Kind : uint8_t {
    kOther,  // neither: only the plan's loop knows
    kSum,
    kProduct,
  };
  // Computes the whole result on the host.
  using Loop = void (*)(const ScanPlan& plan, ThreadPool* threads);

  Kind kind = Kind::kOther;
  DataType dtype = DT_INVALID;  // of both tensors: float, double, half, bfloat16, int32 or int64
  bool is_exclusive = false;
  bool is_reverse = false;
  int64_t outer = 1;  // both are dense, [outer, length, inner]; each is at least 1
  int64_t length = 1;
  int64_t inner = 1;
  const void* x = nullptr;
  void* out = nullptr;  // overlaps nothing
  Loop loop = nullptr;
};

// Enqueues the work on the stream. Fails if that is not possible.
Status Scan(const Stream& stream, const ScanPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const ScanPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_SCAN_H_
