// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/split.h"

#include <utility>

#include "reference/strided_copy.h"

namespace pluggable {

Status SplitAxis(CheckedInt axis, int rank, int* dim) {
  const CheckedInt resolved = FromTheFront(axis, rank);
  if (resolved < 0 || resolved >= rank) {
    return errors::InvalidArgument("-input rank(-", rank, ") <= split_dim < input rank (", rank,
                                   "), but got ", axis);
  }
  *dim = static_cast<int>(resolved.value());
  return Status();
}

void SplitTensor(OpKernelContext* ctx, const Tensor& value, int axis,
                 const std::vector<int64_t>& sizes) {
  if (sizes.size() == 1) {
    ctx->set_output(0, value);
    return;
  }
  const int64_t step = RowMajorSteps(value.shape())[axis];
  int64_t taken = 0;  // elements of each row
  std::vector<CopyTask> tasks;
  for (size_t i = 0; i < sizes.size(); ++i) {
    TensorShape shape = value.shape();
    shape.set_dim(axis, sizes[i]);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(static_cast<int>(i), shape, &output));
    if (output->NumElements() == 0) continue;
    const int64_t row = value.dim_size(axis) * step;  // of the input, in elements
    const int64_t piece = sizes[i] * step;
    StridedCopy copy;
    copy.AddOffsets(taken, 0);
    copy.AddDim(value.NumElements() / row, row, piece);
    copy.AddDim(piece, 1, 1);
    tasks.push_back({std::move(copy), value.data(), output->data()});
    taken += piece;
  }
  if (!tasks.empty()) EnqueueCopies(ctx, DataTypeSize(value.dtype()), tasks);
}

}  // namespace pluggable
