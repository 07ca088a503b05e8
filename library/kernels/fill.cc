// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/host_values.h"
#include "reference/strided_copy.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
class FillOfAnyType : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor dims = ctx->input(0);
    const Tensor value = ctx->input(1);
    OP_REQUIRES(ctx, dims.dims() <= 1,
                errors::InvalidArgument("dims must represent a vector, got shape ",
                                        dims.shape().DebugString()));
    OP_REQUIRES(ctx, value.dims() == 0 || (value.dims() == 1 && value.NumElements() == 1),
                errors::InvalidArgument("value must represent a scalar, got shape ",
                                        value.shape().DebugString()));
    const std::vector<CheckedInt> sizes = HostValues(dims);
    TensorShape shape;
    OP_REQUIRES_OK(ctx, TensorShapeUtils::MakeShape(Span<const CheckedInt>(sizes), &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    StridedCopy fill;
    fill.AddDim(output->NumElements(), 0, 1);
    EnqueueCopy(ctx, fill, value, output);
  }
};

// Fill(dims: index_type, value: T) -> output: T
template <typename T, typename index_type>
class FillOp : public FillOfAnyType {
 public:
  using FillOfAnyType::FillOfAnyType;
};

}  // namespace pluggable
