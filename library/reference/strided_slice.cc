// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/strided_slice.h"

#include <algorithm>

#include "reference/host_values.h"

namespace pluggable {

namespace {

bool HasBit(int32_t mask, size_t i) { return ((static_cast<uint32_t>(mask) >> i) & 1) != 0; }

}  // namespace

void StridedSliceMasks::Read(OpKernelConstruction* ctx) {
  OP_REQUIRES_OK(ctx, ctx->GetAttr("begin_mask", &begin));
  OP_REQUIRES_OK(ctx, ctx->GetAttr("end_mask", &end));
  OP_REQUIRES_OK(ctx, ctx->GetAttr("ellipsis_mask", &ellipsis));
  OP_REQUIRES_OK(ctx, ctx->GetAttr("new_axis_mask", &new_axis));
  OP_REQUIRES_OK(ctx, ctx->GetAttr("shrink_axis_mask", &shrink_axis));
}

Status StridedSliceSpec::Init(const TensorShape& input, const Tensor& begin, const Tensor& end,
                              const Tensor& strides, const StridedSliceMasks& masks) {
  // The masks have a bit for each entry, so there must be fewer than 32.
  if (begin.dims() != 1 || end.shape() != begin.shape() || strides.shape() != begin.shape() ||
      begin.dim_size(0) >= 32) {
    return errors::InvalidArgument(
        "Expected begin, end, and strides to be 1D equal size tensors, but got shapes ",
        begin.shape().DebugString(), ", ", end.shape().DebugString(), ", and ",
        strides.shape().DebugString(), " instead.");
  }
  const auto ellipses = static_cast<uint32_t>(masks.ellipsis);
  if ((ellipses & (ellipses - 1)) != 0) {
    return errors::InvalidArgument("Multiple ellipses in slice spec not allowed");
  }
  input_ = input;
  Status status = ReadRanges(HostValues(begin), HostValues(end), HostValues(strides), masks);
  for (int d = 0; status.ok() && d < input.dims(); ++d) status = Resolve(d, &ranges_[d]);
  if (!status.ok()) return status;
  for (const int dim : result_dims_) shape_.AddDim(dim == kNewAxis ? 1 : ranges_[dim].size);
  for (int d = 0; d < input.dims(); ++d) {
    is_identity_ = is_identity_ && ranges_[d].size == input.dim_size(d) &&
                   (ranges_[d].stride == 1 || ranges_[d].size <= 1);
  }
  return Status();
}

// Expands the entries: an ellipsis (at the end if there is none) becomes whole dimensions, as many
// as remain.
Status StridedSliceSpec::ReadRanges(const std::vector<CheckedInt>& begin,
                                    const std::vector<CheckedInt>& end,
                                    const std::vector<CheckedInt>& strides,
                                    const StridedSliceMasks& masks) {
  const size_t entries = begin.size();
  size_t used = 0;  // dimensions of the input with an entry of their own
  bool has_ellipsis = false;
  for (size_t i = 0; i < entries; ++i) {
    if (HasBit(masks.ellipsis, i)) {
      has_ellipsis = true;
    } else if (!HasBit(masks.new_axis, i)) {
      ++used;
    }
  }
  const size_t rank = static_cast<size_t>(input_.dims());
  const auto add_whole_dims = [&] {
    for (size_t n = used; n < rank; ++n) {
      result_dims_.push_back(static_cast<int>(ranges_.size()));
      ranges_.emplace_back();
    }
  };
  for (size_t i = 0; i < entries; ++i) {
    if (HasBit(masks.ellipsis, i)) {
      add_whole_dims();
    } else if (HasBit(masks.new_axis, i)) {
      result_dims_.push_back(kNewAxis);
    } else if (rank == 0) {
      return errors::InvalidArgument("Attempting to slice scalar input.");
    } else if (ranges_.size() == rank) {
      return errors::InvalidArgument("Index out of range using input dim ", rank,
                                     "; input has only ", rank, " dims");
    } else {
      Range range;
      range.begin = begin[i];
      range.end = end[i];
      range.stride = strides[i];
      range.from_start = HasBit(masks.begin, i);
      range.to_end = HasBit(masks.end, i);
      range.is_index = HasBit(masks.shrink_axis, i);
      if (!range.is_index) result_dims_.push_back(static_cast<int>(ranges_.size()));
      ranges_.push_back(range);
    }
  }
  if (!has_ellipsis) add_whole_dims();
  return Status();
}

// Converts negative positions, clamps ranges to the dimension, and counts their elements.
Status StridedSliceSpec::Resolve(int dim, Range* range) const {
  const int64_t size = input_.dim_size(dim);
  const int64_t stride = range->stride.value();
  if (stride == 0) return errors::InvalidArgument("strides[", dim, "] must be non-zero");
  if (range->is_index) {
    if (stride < 0) {
      return errors::InvalidArgument("only stride 1 allowed on non-range indexing.");
    }
    if (range->begin < 0) range->begin += size;
    if (range->begin < 0 || range->begin >= size) {
      return errors::InvalidArgument("slice index ", range->begin, " of dimension ", dim,
                                     " out of bounds.");
    }
    range->size = 1;
    return Status();
  }
  // The limits for start and stop, in the direction of the range.
  const int64_t lowest = stride > 0 ? 0 : -1;
  const int64_t highest = stride > 0 ? size : size - 1;
  const auto resolve = [&](CheckedInt position) {
    return std::clamp((position < 0 ? position + size : position).value(), lowest, highest);
  };
  range->begin = range->from_start ? (stride > 0 ? lowest : highest) : resolve(range->begin);
  range->end = range->to_end ? (stride > 0 ? highest : lowest) : resolve(range->end);
  const int64_t length = range->end.value() - range->begin.value();
  if (length == 0 || (length < 0) != (stride < 0)) return Status();
  range->size = length / stride + (length % stride != 0);
  return Status();
}

StridedCopy StridedSliceSpec::Copy() const {
  const std::vector<int64_t> from_steps = RowMajorSteps(input_);
  StridedCopy copy;
  int64_t to_step = shape_.num_elements();
  for (size_t d = 0; d < ranges_.size(); ++d) {
    if (ranges_[d].size == 0) return copy;  // the output is empty
    to_step /= ranges_[d].size;
    copy.AddOffsets(ranges_[d].begin.value() * from_steps[d], 0);
    copy.AddDim(ranges_[d].size, ranges_[d].StepOf(from_steps[d]), to_step);
  }
  return copy;
}

bool StridedSliceSpec::Takes(const TensorShape& value) const {
  const int more = shape_.dims() - value.dims();
  for (int d = 0; d < value.dims(); ++d) {
    const int64_t size = d + more < 0 ? 1 : shape_.dim_size(d + more);
    if (value.dim_size(d) != 1 && value.dim_size(d) != size) return false;
  }
  return true;
}

StridedCopy StridedSliceSpec::CopyBack(const TensorShape& value) const {
  StridedCopy copy;
  if (shape_.num_elements() == 0) {
    copy.AddDim(0, 1, 1);
    return copy;
  }
  const std::vector<int64_t> to_steps = RowMajorSteps(input_);
  const std::vector<int64_t> value_steps = RowMajorSteps(value);
  std::vector<int64_t> from_steps(ranges_.size());  // 0 for a single element that broadcasts
  const int more = shape_.dims() - value.dims();
  for (int d = std::max(0, -more); d < value.dims(); ++d) {
    const int result_dim = d + more;
    const int to = result_dims_[static_cast<size_t>(result_dim)];
    if (to == kNewAxis || value.dim_size(d) == 1) continue;
    from_steps[static_cast<size_t>(to)] = value_steps[static_cast<size_t>(d)];
  }
  for (size_t d = 0; d < ranges_.size(); ++d) {
    copy.AddOffsets(0, ranges_[d].begin.value() * to_steps[d]);
    copy.AddDim(ranges_[d].size, from_steps[d], ranges_[d].StepOf(to_steps[d]));
  }
  return copy;
}

}  // namespace pluggable
