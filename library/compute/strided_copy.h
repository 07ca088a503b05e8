// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of ops that only move elements: BatchToSpaceND, BroadcastTo, ConcatV2,
// DepthToSpace, Diag, DiagPart, Fill, MatrixDiag* and MatrixSetDiag* of few diagonals, Pack, Pad,
// PadV2, ResourceStridedSliceAssign, ReverseV2, Slice, SpaceToBatchND, SpaceToDepth, Split, SplitV,
// StridedSlice and its gradient, Tile, Transpose, Unpack. It also prepares the outputs of ScatterNd
// and TensorScatter*.

#ifndef PLUGGABLE_COMPUTE_STRIDED_COPY_H_
#define PLUGGABLE_COMPUTE_STRIDED_COPY_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pluggable/status.h"
#include "pluggable/stream.h"

namespace pluggable::compute {

// Copies elements from one layout to another. The size of an element is known, its type is not.
struct StridedCopyPlan {
  // A dimension of a nest of loops, with a step for the source and one for the target, in elements.
  // A source step of 0 repeats an element; a negative one reads backwards.
  struct Dim {
    int64_t size;  // at least 2
    int64_t from_step;
    int64_t to_step;  // no two elements of the nest may have the same target
  };

  // to[sum of i[d] * to_step[d]] = from[sum of i[d] * from_step[d]] for all indices i of the nest.
  struct Copy {
    std::vector<Dim> dims;  // outermost first; dimensions that can be merged are merged
    const void* from;       // the element with index 0 in each dimension; null for zeros
    void* to;
  };

  size_t element_bytes = 0;  // 1, 2, 4, 8 or 16
  // They run in order. A copy may overwrite elements that an earlier copy wrote, as in Pad. No copy
  // reads elements that another writes.
  std::vector<Copy> copies;  // at least one
};

// Enqueues the copies on the stream. Fails if that is not possible.
Status StridedCopies(const Stream& stream, const StridedCopyPlan& plan);

// Copies on the host: in device memory, or in host copies if the host cannot access that.
Status OnHost(const Stream& stream, const StridedCopyPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_STRIDED_COPY_H_
