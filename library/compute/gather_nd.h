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

// out[i, s] = params[indices[i, 0], ..., indices[i, depth - 1], s]. The tensors are dense and in
// row-major order. Elements are only copied, so their size is known and their type is not.
//
// If a vector of indices is outside of params, the host fails the op and writes nothing, or writes
// zeros if `skips_bad` is true. A device that cannot report errors writes zeros, as TensorFlow does
// on GPUs.
struct GatherNdPlan {
  static constexpr int kMaxDepth = 7;

  size_t element_bytes = 0;
  DataType index_dtype = DT_INVALID;  // int32 or int64
  int64_t count = 1;                  // i: the number of vectors; at least 1
  int depth = 1;                      // indices in a vector; 0 picks all of params
  int64_t slice = 1;                  // s: the elements of a slice; at least 1
  bool skips_bad = false;
  TensorShape shape;          // of params; not empty
  TensorShape indices_shape;  // the op's shape; the last dimension is `depth`
  const void* params = nullptr;
  const void* indices = nullptr;  // not read if `depth` is 0
  void* out = nullptr;            // overlaps nothing
};

// Enqueues the work on the stream. Fails if that is not possible.
Status GatherNd(const Stream& stream, const GatherNdPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const GatherNdPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_GATHER_ND_H_
