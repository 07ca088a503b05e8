// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/convolution.h"
#include "reference/convolution.h"

namespace pluggable {

// DepthwiseConv2dNative(input: T, filter: T) -> output: T
template <typename T>
class DepthwiseConv2dNativeOp : public OpKernel {
 public:
  explicit DepthwiseConv2dNativeOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
    OP_REQUIRES_OK(ctx, CheckDepthwiseAttrs(attrs_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor filter = ctx->input(1);
    Convolution convolution;
    OP_REQUIRES_OK(ctx, convolution.InitDepthwise(attrs_, input.shape(), filter.shape()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, convolution.shape(), &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES_OK(ctx,
                   compute::Convolution(ctx->stream(), convolution.Plan(input, filter, output)));
  }

 private:
  ConvolutionAttrs attrs_;
};

}  // namespace pluggable
