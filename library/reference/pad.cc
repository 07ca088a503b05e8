// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/pad.h"

#include <vector>

#include "reference/host_values.h"
#include "reference/strided_copy.h"

namespace pluggable {

void PadTensor(OpKernelContext* ctx, const Tensor& value) {
  const Tensor input = ctx->input(0);
  const Tensor paddings_tensor = ctx->input(1);
  const int rank = input.dims();
  OP_REQUIRES(ctx, paddings_tensor.dims() == 2 && paddings_tensor.dim_size(1) == 2,
              errors::InvalidArgument("paddings must be a matrix with 2 columns: ",
                                      paddings_tensor.shape().DebugString()));
  OP_REQUIRES(ctx, paddings_tensor.dim_size(0) == rank,
              errors::InvalidArgument("The first dimension of paddings must be the rank of inputs",
                                      paddings_tensor.shape().DebugString(), " ",
                                      input.shape().DebugString()));
  const std::vector<CheckedInt> paddings = HostValues(paddings_tensor);
  TensorShape shape;
  for (int d = 0; d < rank; ++d) {
    const CheckedInt before = paddings[2 * static_cast<size_t>(d)];
    const CheckedInt after = paddings[2 * static_cast<size_t>(d) + 1];
    OP_REQUIRES(ctx, before >= 0 && after >= 0,
                errors::InvalidArgument("Paddings must be non-negative: ", before, " ", after));
    OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(before + input.dim_size(d) + after));
  }
  if (shape == input.shape()) {
    ctx->set_output(0, input);
    return;
  }
  Tensor* output = nullptr;
  OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
  if (output->NumElements() == 0) return;
  const std::vector<int64_t> from_steps = RowMajorSteps(input.shape());
  const std::vector<int64_t> to_steps = RowMajorSteps(shape);
  StridedCopy copy;
  for (int d = 0; d < rank; ++d) {
    copy.AddOffsets(0, paddings[2 * static_cast<size_t>(d)].value() * to_steps[d]);
    copy.AddDim(input.dim_size(d), from_steps[d], to_steps[d]);
  }
  StridedCopy fill;
  fill.AddDim(output->NumElements(), 0, 1);
  EnqueueCopies(ctx, DataTypeSize(input.dtype()),
                {{fill, value.data(), output->data()}, {copy, input.data(), output->data()}});
}

}  // namespace pluggable
