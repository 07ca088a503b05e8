// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/space_to_depth.h"

#include <utility>

namespace pluggable {

namespace {

Status MakeImageShape(int64_t batch, CheckedInt rows, CheckedInt columns, CheckedInt channels,
                      bool channels_first, TensorShape* shape) {
  const CheckedInt channels_last[] = {batch, rows, columns, channels};
  const CheckedInt channels_second[] = {batch, channels, rows, columns};
  return TensorShapeUtils::MakeShape(channels_first ? channels_second : channels_last, 4, shape);
}

}  // namespace

Status SpaceToDepth::Read(OpKernelConstruction* ctx) {
  std::string format;
  Status status = ctx->GetAttr("block_size", &block_);
  if (status.ok()) status = ctx->GetAttr("data_format", &format);
  if (!status.ok()) return status;
  if (format == "NCHW_VECT_C") {
    return errors::Unimplemented("The data format NCHW_VECT_C is not supported");
  }
  channels_first_ = format == "NCHW";
  return Status();
}

Status SpaceToDepth::SpaceShape(const Sizes& sizes, TensorShape* shape) const {
  const CheckedInt height = CheckedInt(sizes.rows) * block_;
  const CheckedInt width = CheckedInt(sizes.columns) * block_;
  return MakeImageShape(sizes.batch, height, width, sizes.channels, channels_first_, shape);
}

Status SpaceToDepth::DepthShape(const Sizes& sizes, TensorShape* shape) const {
  const CheckedInt channels = CheckedInt(sizes.channels) * block_ * block_;
  return MakeImageShape(sizes.batch, sizes.rows, sizes.columns, channels, channels_first_, shape);
}

StridedCopy SpaceToDepth::Copy(const Sizes& sizes, const TensorShape& space_shape,
                               const TensorShape& depth_shape, bool to_depth) const {
  // The sizes and steps of: batch, row, row in the block, column, column in the block, channel. In
  // depth, the channels of a block's pixels are adjacent.
  const std::vector<int64_t> space = RowMajorSteps(space_shape);
  const std::vector<int64_t> depth = RowMajorSteps(depth_shape);
  const int y = channels_first_ ? 2 : 1;
  const int c = channels_first_ ? 1 : 3;
  struct Dim {
    int64_t size;
    int64_t in_space;
    int64_t in_depth;
  };
  const Dim batch = {sizes.batch, space[0], depth[0]};
  const Dim row = {sizes.rows, block_ * space[y], depth[y]};
  const Dim block_row = {block_, space[y], block_ * sizes.channels * depth[c]};
  const Dim column = {sizes.columns, block_ * space[y + 1], depth[y + 1]};
  const Dim block_column = {block_, space[y + 1], sizes.channels * depth[c]};
  const Dim channel = {sizes.channels, space[c], depth[c]};
  // In the order of the target.
  std::array<Dim, 6> order;
  if (channels_first_) {
    order = to_depth ? std::array<Dim, 6>{batch, block_row, block_column, channel, row, column}
                     : std::array<Dim, 6>{batch, channel, row, block_row, column, block_column};
  } else {
    order = to_depth ? std::array<Dim, 6>{batch, row, column, block_row, block_column, channel}
                     : std::array<Dim, 6>{batch, row, block_row, column, block_column, channel};
  }
  StridedCopy copy;
  for (const Dim& dim : order) {
    copy.AddDim(dim.size, to_depth ? dim.in_space : dim.in_depth,
                to_depth ? dim.in_depth : dim.in_space);
  }
  return copy;
}

Status SpaceToDepth::ToDepth(const TensorShape& space, TensorShape* depth,
                             StridedCopy* copy) const {
  if (space.dims() != 4) {
    return errors::InvalidArgument("Input rank should be 4 instead of ", space.dims());
  }
  const int y = channels_first_ ? 2 : 1;
  const int64_t height = space.dim_size(y);
  const int64_t width = space.dim_size(y + 1);
  if (height % block_ != 0 || width % block_ != 0) {
    return errors::InvalidArgument("Image width ", width, " and height ", height,
                                   " should be divisible by block_size: ", block_);
  }
  const Sizes sizes = {space.dim_size(0), height / block_, width / block_,
                       space.dim_size(channels_first_ ? 1 : 3)};
  Status status = DepthShape(sizes, depth);
  if (status.ok() && space.num_elements() > 0) {
    *copy = Copy(sizes, space, *depth, /*to_depth=*/true);
  }
  return status;
}

Status SpaceToDepth::ToSpace(const TensorShape& depth, TensorShape* space,
                             StridedCopy* copy) const {
  if (depth.dims() != 4) {
    return errors::InvalidArgument("Input rank should be: 4 instead of: ", depth.dims());
  }
  const int y = channels_first_ ? 2 : 1;
  const int64_t channels = depth.dim_size(channels_first_ ? 1 : 3);
  const int64_t block_size = int64_t{block_} * block_;
  if (channels % block_size != 0) {
    return errors::InvalidArgument("Input depth dimension ", channels,
                                   " should be divisible by: ", block_size);
  }
  const Sizes sizes = {depth.dim_size(0), depth.dim_size(y), depth.dim_size(y + 1),
                       channels / block_size};
  Status status = SpaceShape(sizes, space);
  if (status.ok() && depth.num_elements() > 0) {
    *copy = Copy(sizes, *space, depth, /*to_depth=*/false);
  }
  return status;
}

}  // namespace pluggable
