// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/space_to_batch.h"

#include <algorithm>
#include <utility>

#include "reference/host_values.h"

namespace pluggable {

namespace {

// a / b, rounded up, for positive a and b. a + b might overflow.
int64_t DivideUp(int64_t a, int64_t b) { return (a - 1) / b + 1; }

}  // namespace

Status SpaceToBatch::MultiplyBlock(bool from_batch) {
  CheckedInt product = 1;
  for (const CheckedInt size : block_) product *= size;
  // SpaceToBatchND checks the sizes first, BatchToSpaceND their product.
  const bool has_product = product.ok() && product > 0;
  for (size_t d = 0; d < block_.size() && (has_product || !from_batch); ++d) {
    if (block_[d] > 0) continue;
    return errors::InvalidArgument("All values in block_shape must be positive, got value, ",
                                   block_[d], " at index ", d, ".");
  }
  if (!has_product) {
    return errors::InvalidArgument("Product of block sizes must be positive, got ", product);
  }
  block_size_ = product.value();
  return Status();
}

Status SpaceToBatch::ReadBlock(const TensorShape& input, const Tensor& block, const Tensor& margins,
                               bool from_batch) {
  if (block.dims() != 1) {
    return errors::InvalidArgument("block_shape rank should be 1 instead of ", block.dims());
  }
  const int64_t count = block.dim_size(0);
  if (input.dims() < 1 + count) {
    return errors::InvalidArgument("input rank should be >= ", 1 + count, " instead of ",
                                   input.dims());
  }
  if (!(margins.shape() == TensorShape({count, 2}))) {
    return errors::InvalidArgument(from_batch ? "crops" : "paddings", " should have shape [", count,
                                   ", 2] instead of ", margins.shape().DebugString());
  }
  block_ = HostValues(block);
  margins_ = HostValues(margins);
  Status status = MultiplyBlock(from_batch);
  if (!status.ok()) return status;
  // TensorFlow supports four dimensions between the first and the last one that change.
  constexpr int64_t kMaxDims = 4;
  int64_t first = count;
  int64_t last = -1;
  for (int64_t d = 0; d < count; ++d) {
    if (margins_[2 * d] != 0 || margins_[2 * d + 1] != 0) {
      has_margins_ = true;
    } else if (block_[d] == 1) {
      continue;
    }
    first = std::min(first, d);
    last = d;
  }
  is_identity_ = last < 0;
  if (last - first + 1 > kMaxDims) {
    return errors::InvalidArgument("Maximum number of non-combined block dimensions is ",
                                   last - first + 1, " but must not exceed ", kMaxDims);
  }
  return Status();
}

Status SpaceToBatch::InitFromSpace(const TensorShape& space, const Tensor& block,
                                   const Tensor& margins) {
  space_ = space;
  Status status = ReadBlock(space, block, margins, /*from_batch=*/false);
  if (!status.ok()) return status;
  batch_ = space;
  const int64_t batches = MultiplyWithoutOverflow(space.dim_size(0), block_size_);
  if (batches < 0) {
    return errors::InvalidArgument(
        "Negative output dimension size caused by overflow when multiplying ", space.dim_size(0),
        " and ", block_size_);
  }
  batch_.set_dim(0, batches);
  for (size_t d = 0; d < block_.size(); ++d) {
    if (margins_[2 * d] < 0 || margins_[2 * d + 1] < 0) {
      return errors::InvalidArgument("Paddings must be non-negative");
    }
    const int dim = static_cast<int>(d) + 1;
    const CheckedInt padded = margins_[2 * d] + margins_[2 * d + 1] + space.dim_size(dim);
    if (!padded.ok() || padded % block_[d] != 0) {
      return errors::InvalidArgument("padded_shape[", d, "]=", padded,
                                     " is not divisible by block_shape[", d, "]=", block_[d]);
    }
    batch_.set_dim(dim, (padded / block_[d]).value());
  }
  return Status();
}

Status SpaceToBatch::InitFromBatch(const TensorShape& batch, const Tensor& block,
                                   const Tensor& margins) {
  batch_ = batch;
  Status status = ReadBlock(batch, block, margins, /*from_batch=*/true);
  if (!status.ok()) return status;
  space_ = batch;
  if (batch.dim_size(0) % block_size_ != 0) {
    return errors::InvalidArgument("Input batch dimension (", batch.dim_size(0),
                                   ") is not divisible by product of block sizes (", block_size_,
                                   ")");
  }
  space_.set_dim(0, batch.dim_size(0) / block_size_);
  for (size_t d = 0; d < block_.size(); ++d) {
    if (margins_[2 * d] < 0 || margins_[2 * d + 1] < 0) {
      return errors::InvalidArgument("Crops must be non-negative");
    }
    const int dim = static_cast<int>(d) + 1;
    const CheckedInt cropped =
        block_[d] * batch.dim_size(dim) - margins_[2 * d] - margins_[2 * d + 1];
    if (!cropped.ok() || cropped < 0) {
      return errors::InvalidArgument("cropped_shape[", d, "]=", cropped, " must be non-negative");
    }
    space_.set_dim(dim, cropped.value());
  }
  return Status();
}

std::vector<StridedCopy> SpaceToBatch::Copies(bool to_batch) const {
  std::vector<StridedCopy> copies;
  const std::vector<int64_t> space_steps = RowMajorSteps(space_);
  const std::vector<int64_t> batch_steps = RowMajorSteps(batch_);
  for (int64_t position = 0; position < block_size_; ++position) {
    StridedCopy copy;
    const auto add = [&copy, to_batch](int64_t size, int64_t in_space, int64_t in_batch) {
      if (!to_batch) std::swap(in_space, in_batch);
      copy.AddDim(size, in_space, in_batch);
    };
    // The position within a block, from the last dimension to the first.
    std::vector<int64_t> offsets(block_.size());
    int64_t rest = position;
    for (size_t d = block_.size(); d-- > 0;) {
      offsets[d] = rest % block_[d].value();
      rest /= block_[d].value();
    }
    int64_t space_start = 0;
    int64_t batch_start = position * space_.dim_size(0) * batch_steps[0];
    add(space_.dim_size(0), space_steps[0], batch_steps[0]);
    bool is_empty = false;
    for (int d = 1; d < space_.dims(); ++d) {
      const size_t i = static_cast<size_t>(d) - 1;
      if (i >= block_.size()) {
        add(space_.dim_size(d), space_steps[d], batch_steps[d]);
        continue;
      }
      // Element j of the batch is element j * block + shift in space, if that exists.
      const int64_t block = block_[i].value();
      const int64_t shift = offsets[i] - margins_[2 * i].value();
      const int64_t first = shift < 0 ? DivideUp(-shift, block) : 0;
      const int64_t reach = space_.dim_size(d) - shift;  // at least 1 where an element is left
      const int64_t end = reach <= 0 ? 0 : std::min(batch_.dim_size(d), DivideUp(reach, block));
      is_empty = is_empty || end <= first;
      if (is_empty) break;
      space_start += (first * block + shift) * space_steps[d];
      batch_start += first * batch_steps[d];
      add(end - first, block * space_steps[d], batch_steps[d]);
    }
    if (is_empty) continue;
    copy.AddOffsets(to_batch ? space_start : batch_start, to_batch ? batch_start : space_start);
    copies.push_back(std::move(copy));
  }
  return copies;
}

}  // namespace pluggable
