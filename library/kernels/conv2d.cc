// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/convolution.h"
#include "reference/convolution.h"

namespace pluggable {

// Conv2D(input: T, filter: T) -> output: T
template <typename T>
class Conv2DOp : public OpKernel {
 public:
  explicit Conv2DOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
    OP_REQUIRES_OK(ctx, CheckConvolutionAttrs(attrs_, TF_UNIMPLEMENTED));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor filter = ctx->input(1);
    Convolution convolution;
    OP_REQUIRES_OK(ctx, convolution.Init(attrs_, input.shape(), filter.shape()));
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
