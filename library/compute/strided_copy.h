// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of ops that only move elements: BatchToSpaceND, BroadcastTo, ConcatV2,
// DepthToSpace, Diag, DiagPart, Fill, MatrixDiag* and MatrixSetDiag* of few diagonals, Pack, Pad,
// PadV2, ResourceStridedSliceAssign, ReverseV2, Slice, SpaceToBatchND, SpaceToDepth, Split, SplitV,
// StridedSlice and its gradient, Tile, Transpose, Unpack. What ScatterNd and TensorScatter* begin
// with comes from it, too.

#ifndef PLUGGABLE_COMPUTE_STRIDED_COPY_H_
#define PLUGGABLE_COMPUTE_STRIDED_COPY_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pluggable/status.h"
#include "pluggable/stream.h"

namespace pluggable::compute {

// Copies from one layout of elements to another. What an element means does not matter, only how
// many bytes it has.
struct StridedCopyPlan {
  // A dimension of a nest, along which source and target advance by steps of their own, in
  // elements. A step of 0 repeats an element of the source, a negative one runs backwards.
  struct Dim {
    int64_t size;  // at least 2
    int64_t from_step;
    int64_t to_step;  // no two elements of the nest have the same target
  };

  // to[sum of i[d] * to_step[d]] = from[sum of i[d] * from_step[d]] for all indices i of the nest.
  struct Copy {
    std::vector<Dim> dims;  // outermost first; neighbours that can be one dimension are one
    const void* from;       // the element of index 0, in each dimension; null for zeros
    void* to;
  };

  size_t element_bytes = 0;  // 1, 2, 4, 8 or 16
  // One after the other: a copy may write over what one before it has written, as those of Pad do.
  // No copy reads what another writes.
  std::vector<Copy> copies;  // at least one
};

// Puts the copies on the stream. Fails if they cannot be enqueued.
Status StridedCopies(const Stream& stream, const StridedCopyPlan& plan);

// The same, done by the host: in the device's memory, or on copies if the host does not reach it.
Status OnHost(const Stream& stream, const StridedCopyPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_STRIDED_COPY_H_
