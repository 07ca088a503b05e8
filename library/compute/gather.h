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

// out[b, o, i, s] = params[b, o, indices[b, i], s]. The tensors are dense and in row-major order.
// Elements are only copied, so their size is known and their type is not.
//
// If an index is outside of [0, limit), the host fails the op and writes nothing. A device that
// cannot report errors writes zeros for that index, as TensorFlow does on GPUs.
struct GatherPlan {
  size_t element_bytes = 0;
  DataType index_dtype = DT_INVALID;  // int16, int32 or int64
  int64_t batches = 1;                // b: the batch dimensions that params and indices share
  int64_t outer = 1;                  // o: the other dimensions of params before the axis
  int64_t limit = 0;                  // the number of slices along the axis
  int64_t picked = 1;                 // i: the indices of one batch
  int64_t slice = 1;                  // s: the elements of a slice; all but `limit` are at least 1
                                      // (OnHost also takes empty ones: it checks the indices)
  const void* params = nullptr;
  const void* indices = nullptr;
  void* out = nullptr;        // overlaps nothing
  TensorShape indices_shape;  // for the error message: the op's shape of [batches, picked]
};

// Enqueues the work on the stream. Fails if that is not possible.
Status Gather(const Stream& stream, const GatherPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const GatherPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_GATHER_H_
