// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Gathers slices of a tensor by index.

#ifndef PLUGGABLE_REFERENCE_GATHER_H_
#define PLUGGABLE_REFERENCE_GATHER_H_

#include <cstddef>
#include <cstdint>

#include "pluggable/checked_int.h"
#include "pluggable/span.h"
#include "pluggable/status.h"
#include "pluggable/tensor.h"
#include "pluggable/tensor_shape.h"
#include "pluggable/thread_pool.h"

#include "compute/gather.h"
#include "reference/slice_indices.h"

namespace pluggable {

// Enqueued work captures it by value.
class Gather {
 public:
  // Fails with TensorFlow's message if the arguments do not fit each other.
  Status Init(const TensorShape& params, const TensorShape& indices, CheckedInt axis,
              int32_t batch_dims);

  // The output's shape.
  const TensorShape& shape() const { return shape_; }

  // The plan. If the output is empty, the plan has empty slices and only checks the indices.
  compute::GatherPlan Plan(const Tensor& params, const Tensor& indices, Tensor* out) const;

 private:
  TensorShape shape_;
  TensorShape indices_shape_;
  // The sizes of an empty output may overflow.
  CheckedInt batches_ = 1;
  CheckedInt outer_ = 1;
  int64_t limit_ = 0;
  CheckedInt slice_ = 1;
  CheckedInt picked_ = 1;
};

// Fails with TensorFlow's message if an index, from a tensor of that shape, is outside of [0,
// limit). Only work on the stream may call it.
template <typename Index>
Status CheckIndices(Span<const Index> indices, const TensorShape& shape, int64_t limit) {
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 0 || indices[i] >= limit) {
      return errors::InvalidArgument("indices", PositionText(shape, static_cast<int64_t>(i)), " = ",
                                     indices[i], " is not in [0, ", limit, ")");
    }
  }
  return Status();
}

// Copies the slices of a plan. The plan's pointers are ignored. If an index is outside of params,
// it fails and writes nothing. Only work on the stream may call it. Defined for indices of int16_t,
// int32_t and int64_t.
template <typename Index>
Status RunGather(const compute::GatherPlan& plan, const void* params, const Index* indices,
                 void* out, ThreadPool* threads);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_GATHER_H_
