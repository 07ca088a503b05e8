// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of Where.

#ifndef PLUGGABLE_COMPUTE_NONZERO_H_
#define PLUGGABLE_COMPUTE_NONZERO_H_

#include <cstdint>
#include <vector>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// Where elements are that are not 0, as NaN is, in two steps: the host has to know how many there
// are before it allocates memory for their positions.
//
// The first counts: starts[b] = how many of them lie before element kBlock * b of x, for each of
// the blocks of x, of which the last may be short. Then comes the number of all.
//
// The second has what the first has computed. Row n of `positions` is where the n-th of them is, in
// row-major order: its index along each dimension, the outermost first.
struct NonzeroPlan {
  static constexpr int64_t kBlock = 4096;
  enum class Step : uint8_t { kStarts, kPositions };
  // Computes a step on the host.
  using Loop = void (*)(const NonzeroPlan& plan, ThreadPool* threads);

  // The elements of x.
  int64_t elements() const;
  // The blocks of x.
  int64_t blocks() const { return (elements() + kBlock - 1) / kBlock; }

  Step step = Step::kStarts;
  DataType dtype = DT_INVALID;  // of x: float, double, bfloat16, int64, bool, int8 or uint8
  std::vector<int64_t> dims;    // of x, which is dense: one to eight, each at least 1
  const void* x = nullptr;
  int64_t* starts = nullptr;     // [blocks() + 1]
  int64_t* positions = nullptr;  // of the second step, not empty; overlaps nothing
  Loop loop = nullptr;
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status Nonzero(const Stream& stream, const NonzeroPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const NonzeroPlan& plan);

inline int64_t NonzeroPlan::elements() const {
  int64_t count = 1;
  for (const int64_t dim : dims) count *= dim;
  return count;
}

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_NONZERO_H_
