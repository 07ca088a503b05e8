// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of updates of slices: the ops Scatter*, ResourceScatter*, TensorScatter* and
// Inplace*. It also sums segments, for the gradients of embeddings.

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

// How an update y changes an element x. reference/formula.h defines the functions. Integers wrap
// around.
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

// The form of the indices, and the valid range.
enum class ScatterIndices : uint8_t {
  kRows,      // the number of a row: one outside of [0, rows) fails the op
  kVectors,   // `depth` numbers, of the first dimensions of `shape`, as a row in row-major order;
              // one outside of the tensor fails the op, or is left out if `skips_bad`
  kSegments,  // the number of a row: negative ones are left out, one from `rows` on fails the op
  kCyclic,    // any number: rows count around in both directions
};

// `out` consists of rows: slices of a tensor that is dense and in row-major order. Update i changes
// each element of the row that index i selects:
//
//   out[row, s] = operation(out[row, s], updates[i, s])
//
// If several updates select one row, they are applied in the order of i. half and bfloat16 are
// computed in float, and the result of each update is rounded.
//
// If an index is invalid, the host fails the op and writes nothing. A device that cannot report
// errors skips the update, as TensorFlow does on GPUs.
struct ScatterPlan {
  static constexpr int kMaxDepth = 7;
  // Updates the rows on the host. rows[i] is the row of update i, or -1 if that update is skipped.
  using Loop = void (*)(const ScatterPlan& plan, const std::vector<int64_t>& rows,
                        ThreadPool* threads);
  // Fails if the op must not apply the updates.
  using Check = Status (*)(const ScatterPlan& plan);

  ScatterOperation operation = ScatterOperation::kOther;
  // Whether the rows start as zeros instead of the contents of `out`; all of them are written then.
  // The operation is kAdd, and sums of half and bfloat16 are rounded only once.
  bool from_zeros = false;
  DataType dtype = DT_INVALID;  // of out and updates
  int64_t rows = 0;
  int64_t slice = 0;  // elements of a row
  void* out = nullptr;

  ScatterIndices indices_are = ScatterIndices::kRows;
  bool skips_bad = false;
  DataType index_dtype = DT_INVALID;  // int32 or int64
  int64_t count = 0;                  // updates; 0 only if from_zeros is true or check is set
  int depth = 1;                      // more than 1 only for kVectors
  const void* indices = nullptr;
  TensorShape indices_shape;  // the op's shape; the last dimension is `depth` for kVectors
  TensorShape shape;          // of out

  const void* updates = nullptr;  // overlaps nothing
  bool one_update = false;        // `updates` is a single element, used everywhere

  Check check = nullptr;  // runs on the host before anything is written; may be null
  Loop loop = nullptr;
};

// Enqueues the work on the stream. Fails if that is not possible.
Status Scatter(const Stream& stream, const ScatterPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const ScatterPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_SCATTER_H_
