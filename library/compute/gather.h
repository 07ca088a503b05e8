// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of GatherV2 and ResourceGather: embeddings.

#ifndef PLUGGABLE_COMPUTE_GATHER_H_
#define PLUGGABLE_COMPUTE_GATHER_H_

#include <cstddef>
#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/tensor_shape.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// out[b, o, i, s] = params[b, o, indices[b, i], s], of tensors that are dense and in row-major
// order. What an element means does not matter, only how many bytes it has.
//
// An index outside of [0, limit) fails the op, with nothing written, where the host computes it. A
// device that cannot fail writes zeros for it, as TensorFlow does on GPUs.
struct GatherPlan {
  size_t element_bytes = 0;
  DataType index_dtype = DT_INVALID;  // int16, int32 or int64
  int64_t batches = 1;                // b: dimensions that params and indices have in common
  int64_t outer = 1;                  // o: dimensions of params from there to the axis
  int64_t limit = 0;                  // how many slices there are along the axis
  int64_t picked = 1;                 // i: indices of one batch
  int64_t slice = 1;                  // s: elements of a slice; all but `limit` are at least 1
  const void* params = nullptr;
  const void* indices = nullptr;
  void* out = nullptr;        // overlaps nothing
  TensorShape indices_shape;  // for the error: [batches, picked], as the op has it
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status Gather(const Stream& stream, const GatherPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const GatherPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_GATHER_H_
