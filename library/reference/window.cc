// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/window.h"

#include <algorithm>

namespace pluggable {

Status WindowAttrs::Read(OpKernelConstruction* ctx, int rank, bool has_explicit_paddings,
                         const std::string& prefix) {
  std::string data_format;
  Status status = ctx->GetAttr("data_format", &data_format);
  status.Update(ctx->GetAttr(prefix + "strides", &strides));
  status.Update(ctx->GetAttr(prefix + "padding", &padding));
  if (has_explicit_paddings) {
    status.Update(ctx->GetAttr(prefix + "explicit_paddings", &explicit_paddings));
  }
  if (!status.ok()) return status;
  channels_first = data_format == "NCHW" || data_format == "NCDHW";
  if (strides.size() != static_cast<size_t>(rank)) {
    return errors::InvalidArgument("Sliding window strides field must specify ", rank,
                                   " dimensions");
  }
  if (padding != "EXPLICIT") {
    if (explicit_paddings.empty()) return Status();
    return errors::InvalidArgument(
        "explicit_paddings attribute must be empty if the padding attribute is not EXPLICIT");
  }
  if (explicit_paddings.size() != 8) {
    return errors::InvalidArgument("explicit_paddings attribute must contain 8 values, but got: ",
                                   explicit_paddings.size());
  }
  if (std::any_of(explicit_paddings.begin(), explicit_paddings.end(),
                  [](int64_t amount) { return amount < 0; })) {
    return errors::InvalidArgument("All elements of explicit_paddings must be nonnegative");
  }
  for (const int d : {0, channel_dim()}) {
    const size_t first = 2 * static_cast<size_t>(d);
    if (explicit_paddings[first] != 0 || explicit_paddings[first + 1] != 0) {
      return errors::InvalidArgument(
          "Nonzero explicit padding in the batch or depth dimensions is not supported");
    }
  }
  return Status();
}

Status WindowAttrs::Complete(int d, WindowDim* dim) const {
  dim->stride = strides[d];
  if (dim->stride <= 0) {
    return errors::InvalidArgument("Stride must be > 0, but got ", dim->stride);
  }
  const CheckedInt covered = (CheckedInt(dim->window) - 1) * dim->dilation + 1;
  CheckedInt padded = dim->size;
  if (padding == "EXPLICIT") {
    const size_t first = 2 * static_cast<size_t>(d);
    dim->before = explicit_paddings[first];
    padded += dim->before;
    padded += explicit_paddings[first + 1];
  }
  // All positions under windows and between them are less than this.
  const CheckedInt farthest = padded + covered + dim->dilation + dim->stride;
  if (!farthest.ok()) {
    return errors::InvalidArgument("filter too large");
  }
  if (padding == "SAME") {
    dim->count = (dim->size + dim->stride - 1) / dim->stride;
    const int64_t needed = (dim->count - 1) * dim->stride + covered.value();
    dim->before = std::max<int64_t>(0, needed - dim->size) / 2;
    return Status();
  }
  dim->count = (padded.value() - covered.value() + dim->stride) / dim->stride;
  if (dim->count < 0) {
    return errors::InvalidArgument(
        "Computed output size would be negative: ", dim->count, " [input_size: ", dim->size,
        ", effective_filter_size: ", covered, ", stride: ", dim->stride, "]");
  }
  return Status();
}

ImageLayout::ImageLayout(const TensorShape& shape, bool channels_first)
    : batch(shape.dim_size(0)), depth(shape.dim_size(channels_first ? 1 : 3)) {
  const int64_t rows = shape.dim_size(channels_first ? 2 : 1);
  const int64_t columns = shape.dim_size(channels_first ? 3 : 2);
  batch_step = rows * columns * depth;
  row_step = channels_first ? columns : columns * depth;
  column_step = channels_first ? 1 : depth;
  depth_step = channels_first ? rows * columns : 1;
}

TensorShape ImageShape(int64_t batch, int64_t rows, int64_t columns, int64_t depth,
                       bool channels_first) {
  return channels_first ? TensorShape({batch, depth, rows, columns})
                        : TensorShape({batch, rows, columns, depth});
}

TensorShape VolumeShape(int64_t batch, int64_t planes, int64_t rows, int64_t columns, int64_t depth,
                        bool channels_first) {
  return channels_first ? TensorShape({batch, depth, planes, rows, columns})
                        : TensorShape({batch, planes, rows, columns, depth});
}

}  // namespace pluggable
