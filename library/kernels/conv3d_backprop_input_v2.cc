// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/convolution.h"
#include "reference/convolution_gradient.h"
#include "reference/host_values.h"

namespace pluggable {

// Conv3DBackpropInputV2(input_sizes: Tshape, filter: T, out_backprop: T) -> output: T
template <typename T, typename Tshape>
class Conv3DBackpropInputV2Op : public OpKernel {
 public:
  explicit Conv3DBackpropInputV2Op(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx, /*rank=*/5));
    OP_REQUIRES_OK(ctx, CheckConvolutionAttrs(attrs_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input_sizes = ctx->input(0);
    const Tensor filter = ctx->input(1);
    const Tensor out_backprop = ctx->input(2);
    OP_REQUIRES(ctx, input_sizes.dims() == 1,
                errors::InvalidArgument("shape must be a vector of {int32,int64}, got shape ",
                                        input_sizes.shape().DebugString()));
    const std::vector<CheckedInt> sizes = HostValues(input_sizes);
    TensorShape shape;
    OP_REQUIRES_OK(ctx, TensorShapeUtils::MakeShape(Span<const CheckedInt>(sizes), &shape));
    ConvolutionGradient gradient;
    OP_REQUIRES_OK(ctx, gradient.Init("Conv3DBackpropInputOp", attrs_, shape, filter.shape(),
                                      out_backprop.shape()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES_OK(ctx, compute::ConvolutionInputGradient(
                            ctx->stream(), {filter.dtype(), gradient.geometry(), filter.data(),
                                            out_backprop.data(), output->data()}));
  }

 private:
  ConvolutionAttrs attrs_;
};

}  // namespace pluggable
