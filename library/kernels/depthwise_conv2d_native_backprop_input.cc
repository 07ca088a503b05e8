// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/convolution.h"
#include "reference/depthwise_gradient.h"
#include "reference/host_values.h"

namespace pluggable {

// DepthwiseConv2dNativeBackpropInput(input_sizes: int32, filter: T, out_backprop: T) -> output: T
template <typename T>
class DepthwiseConv2dNativeBackpropInputOp : public OpKernel {
 public:
  explicit DepthwiseConv2dNativeBackpropInputOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
    OP_REQUIRES_OK(ctx, CheckDepthwiseAttrs(attrs_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input_sizes = ctx->input(0);
    const Tensor filter = ctx->input(1);
    const Tensor out_backprop = ctx->input(2);
    OP_REQUIRES(
        ctx, input_sizes.dims() == 1,
        errors::InvalidArgument("Conv2DBackpropInput: input_sizes input must be 1-dim, not ",
                                input_sizes.dims()));
    TensorShape shape;
    for (const CheckedInt size : HostValues(input_sizes)) {
      OP_REQUIRES(
          ctx, size >= 0,
          errors::InvalidArgument("Dimension ", shape.dims(), " of input_sizes must be >= 0"));
      OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(size));
    }
    DepthwiseGradient gradient;
    OP_REQUIRES_OK(ctx, gradient.Init("DepthwiseConv2DBackpropInput", attrs_, shape, filter.shape(),
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
