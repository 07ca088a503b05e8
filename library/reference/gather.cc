// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/gather.h"

#include <cstring>
#include <limits>

namespace pluggable {

Status Gather::Init(const TensorShape& params, const TensorShape& indices, CheckedInt given_axis,
                    int32_t batch_dims) {
  if (given_axis == std::numeric_limits<int64_t>::max()) {
    return errors::InvalidArgument("axis must be less than std::numeric_limits<int64_t>::max()");
  }
  const CheckedInt least_rank = given_axis < 0 ? 0 - given_axis : given_axis + 1;
  if (params.dims() < least_rank) {
    return errors::InvalidArgument("Shape must be at least rank ", least_rank, " but is rank ",
                                   params.dims());
  }
  const int64_t axis = FromTheFront(given_axis, params.dims()).value();
  if (batch_dims < -indices.dims() || batch_dims > indices.dims()) {
    return errors::InvalidArgument("Expected batch_dims in the range [", -indices.dims(), ", ",
                                   indices.dims(), "], but got ", batch_dims);
  }
  if (batch_dims < 0) batch_dims += indices.dims();
  if (batch_dims >= params.dims()) {
    return errors::InvalidArgument("batch_dims (", batch_dims, ") must be less than rank(params) (",
                                   params.dims(), ").");
  }
  if (batch_dims > axis) {
    return errors::InvalidArgument("batch_dims (", batch_dims,
                                   ") must be less than or equal to axis (", axis, ").");
  }
  indices_shape_ = indices;
  for (int d = 0; d < params.dims(); ++d) {
    const int64_t size = params.dim_size(d);
    if (d < batch_dims) {
      if (size != indices.dim_size(d)) {
        return errors::InvalidArgument("params.shape[", d, "]: ", size,
                                       " should be equal to indices.shape[", d,
                                       "]: ", indices.dim_size(d));
      }
      batches_ *= size;
      shape_.AddDim(size);
    } else if (d < axis) {
      outer_ *= size;
      shape_.AddDim(size);
    } else if (d == axis) {
      limit_ = size;
      for (int i = batch_dims; i < indices.dims(); ++i) {
        picked_ *= indices.dim_size(i);
        shape_.AddDim(indices.dim_size(i));
      }
    } else {
      slice_ *= size;
      shape_.AddDim(size);
    }
  }
  return Status();
}

compute::GatherPlan Gather::Plan(const Tensor& params, const Tensor& indices, Tensor* out) const {
  compute::GatherPlan plan;
  plan.element_bytes = DataTypeSize(params.dtype());
  plan.index_dtype = indices.dtype();
  plan.batches = batches_.value();
  plan.outer = outer_.value();
  plan.limit = limit_;
  plan.picked = picked_.value();
  plan.slice = out->NumElements() == 0 ? 0 : slice_.value();
  plan.params = params.data();
  plan.indices = indices.data();
  plan.out = out->data();
  plan.indices_shape = indices_shape_;
  return plan;
}

template <typename Index>
Status RunGather(const compute::GatherPlan& plan, const void* params, const Index* indices,
                 void* out, ThreadPool* threads) {
  const int64_t limit = plan.limit;
  const auto index_count = static_cast<size_t>(plan.batches * plan.picked);
  Status checked = CheckIndices(Span<const Index>(indices, index_count), plan.indices_shape, limit);
  if (!checked.ok() || plan.slice == 0) return checked;
  const int64_t bytes = plan.slice * static_cast<int64_t>(plan.element_bytes);
  const int64_t outer = plan.outer;
  const int64_t picked = plan.picked;
  const int64_t count = plan.batches * outer * picked;
  threads->ParallelFor(count, bytes / 8 + 2, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t row = i / picked;  // of a batch and its outer dimensions
      const int64_t index = indices[row / outer * picked + i % picked];
      std::memcpy(static_cast<char*>(out) + i * bytes,
                  static_cast<const char*>(params) + (row * limit + index) * bytes,
                  static_cast<size_t>(bytes));
    }
  });
  return Status();
}

template Status RunGather(const compute::GatherPlan&, const void*, const int16_t*, void*,
                          ThreadPool*);
template Status RunGather(const compute::GatherPlan&, const void*, const int32_t*, void*,
                          ThreadPool*);
template Status RunGather(const compute::GatherPlan&, const void*, const int64_t*, void*,
                          ThreadPool*);

}  // namespace pluggable
