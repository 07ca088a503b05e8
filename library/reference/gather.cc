// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/gather.h"

#include <cstring>
#include <limits>

#include "reference/slice_indices.h"

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

template <typename Index>
Status Gather::Run(size_t element_size, const void* params, Span<const Index> indices, void* output,
                   ThreadPool* threads) const {
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 0 || indices[i] >= limit_) {
      return errors::InvalidArgument("indices",
                                     PositionText(indices_shape_, static_cast<int64_t>(i)), " = ",
                                     indices[i], " is not in [0, ", limit_, ")");
    }
  }
  const int64_t bytes = slice_.value() * static_cast<int64_t>(element_size);
  const int64_t outer = outer_.value();
  const int64_t picked = picked_.value();
  const int64_t count = batches_.value() * outer * picked;
  threads->ParallelFor(count, bytes / 8 + 2, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t row = i / picked;  // of a batch and its outer dimensions
      const int64_t index = indices[row / outer * picked + i % picked];
      std::memcpy(static_cast<char*>(output) + i * bytes,
                  static_cast<const char*>(params) + (row * limit_ + index) * bytes,
                  static_cast<size_t>(bytes));
    }
  });
  return Status();
}

template Status Gather::Run(size_t, const void*, Span<const int16_t>, void*, ThreadPool*) const;
template Status Gather::Run(size_t, const void*, Span<const int32_t>, void*, ThreadPool*) const;
template Status Gather::Run(size_t, const void*, Span<const int64_t>, void*, ThreadPool*) const;

}  // namespace pluggable
