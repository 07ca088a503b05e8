// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of updates of slices: the ops Scatter*, ResourceScatter*, TensorScatter* and
// Inplace*, and the sums of segments, which are the gradients of embeddings.

#ifndef PLUGGABLE_COMPUTE_SCATTER_H_
#define PLUGGABLE_COMPUTE_SCATTER_H_

#include <cstdint>
#include <vector>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/tensor_shape.h"
#include "pluggable/thread_pool.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// What becomes of an element x by an update y. The functions are those of reference/formula.h:
// integers wrap around.
enum class ScatterOperation : uint8_t {
  kOther,   // none of these: only the plan's loop knows
  kUpdate,  // y
  kAdd,     // sum(x, y)
  kSub,     // difference(x, y)
  kMul,     // product(x, y)
  kDiv,     // y == -1 ? negative(x) : x / y
  kMin,     // y < x ? y : x
  kMax,     // y > x ? y : x
};

// What the index of an update is, and which indices there may be.
enum class ScatterIndices : uint8_t {
  kRows,      // the number of a row: one outside of [0, rows) fails the op
  kVectors,   // `depth` numbers, of the first dimensions of `shape`, as a row in row-major order;
              // one outside of the tensor fails the op, or is left out if `skips_bad`
  kSegments,  // the number of a row: negative ones are left out, one from `rows` on fails the op
  kCyclic,    // any number: rows count around in both directions
};

// `out` has rows, which are slices of a tensor that is dense and in row-major order. Update i
// changes each element of the row that index i names:
//
//   out[row, s] = operation(out[row, s], updates[i, s])
//
// Several updates of a row change it one after the other, in the order of i. half and bfloat16
// compute in float; each update's result is rounded.
//
// An index that fails the op does so where the host computes it, with nothing written. A device
// that cannot fail leaves the update out, as TensorFlow does on GPUs.
struct ScatterPlan {
  static constexpr int kMostDepth = 7;
  // Updates the rows on the host. `rows` has that of each update; -1 for those that are left out.
  using Loop = void (*)(const ScatterPlan& plan, const std::vector<int64_t>& rows,
                        ThreadPool* threads);
  // Fails if the op has no result for the updates.
  using Check = Status (*)(const ScatterPlan& plan);

  ScatterOperation operation = ScatterOperation::kOther;
  // The rows begin as zeros, not as what `out` has, and all of them are written. The operation is
  // kAdd, and sums of half and bfloat16 are rounded only once.
  bool from_zeros = false;
  DataType dtype = DT_INVALID;  // of out and updates
  int64_t rows = 0;
  int64_t slice = 0;  // elements of a row
  void* out = nullptr;

  ScatterIndices indices_are = ScatterIndices::kRows;
  bool skips_bad = false;
  DataType index_dtype = DT_INVALID;  // int32 or int64
  int64_t count = 0;                  // of the updates; 0 only if there are zeros or a check
  int depth = 1;                      // more than 1 only of kVectors
  const void* indices = nullptr;
  TensorShape indices_shape;  // as the op has it; the last dimension of kVectors is `depth`
  TensorShape shape;          // of out

  const void* updates = nullptr;  // overlaps nothing
  bool one_update = false;        // `updates` has one element, which is all updates' every element

  Check check = nullptr;  // of the host, before anything is written; null if all updates will do
  Loop loop = nullptr;
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status Scatter(const Stream& stream, const ScatterPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const ScatterPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_SCATTER_H_
