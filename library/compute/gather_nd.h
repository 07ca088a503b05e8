// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of GatherNd and ResourceGatherNd.

#ifndef PLUGGABLE_COMPUTE_GATHER_ND_H_
#define PLUGGABLE_COMPUTE_GATHER_ND_H_

#include <cstddef>
#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/tensor_shape.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// out[i, s] = params[indices[i, 0], ..., indices[i, depth - 1], s], of tensors that are dense and
// in row-major order. What an element means does not matter, only how many bytes it has.
//
// A vector of indices outside of params fails the op, with nothing written, where the host computes
// it, or picks zeros if `skips_bad`. A device that cannot fail writes zeros for it, as TensorFlow
// does on GPUs.
struct GatherNdPlan {
  static constexpr int kMostDepth = 7;

  size_t element_bytes = 0;
  DataType index_dtype = DT_INVALID;  // int32 or int64
  int64_t count = 1;                  // i: how many vectors; at least 1
  int depth = 1;                      // indices of a vector; 0 picks all of params
  int64_t slice = 1;                  // s: elements of a slice; at least 1
  bool skips_bad = false;
  TensorShape shape;          // of params; not empty
  TensorShape indices_shape;  // as the op has it; the last dimension is `depth`
  const void* params = nullptr;
  const void* indices = nullptr;  // nothing if `depth` is 0
  void* out = nullptr;            // overlaps nothing
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status GatherNd(const Stream& stream, const GatherNdPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const GatherNdPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_GATHER_ND_H_
