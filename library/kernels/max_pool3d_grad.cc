// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/pooling.h"
#include "reference/pooling_gradient.h"

namespace pluggable {

// MaxPool3DGrad(orig_input: TInput, orig_output: TInput, grad: T) -> output: T
template <typename T, typename TInput>
class MaxPool3DGradOp : public OpKernel {
 public:
  explicit MaxPool3DGradOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.ReadWithPlanes(ctx));
    OP_REQUIRES_OK(ctx, attrs_.CheckWindows());
    OP_REQUIRES(
        ctx, *std::min_element(attrs_.ksize.begin(), attrs_.ksize.end()) > 0,
        errors::InvalidArgument("Sliding window ksize field must have non-negative dimensions"));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor orig_input = ctx->input(0);
    const Tensor orig_output = ctx->input(1);
    const Tensor grad = ctx->input(2);
    OP_REQUIRES(ctx, orig_input.dims() == 5,
                errors::InvalidArgument("tensor_in must be 5-dimensional"));
    OP_REQUIRES(ctx, orig_output.dims() == 5,
                errors::InvalidArgument("tensor_out must be 5-dimensional"));
    OP_REQUIRES(ctx, grad.dims() == 5,
                errors::InvalidArgument("out_backprop must be 5-dimensional"));
    PoolingGradient gradient;
    OP_REQUIRES_OK(ctx, gradient.Init(attrs_, orig_input.shape()));
    const TensorShape pooled = gradient.shape();
    OP_REQUIRES(ctx, orig_output.shape() == pooled,
                errors::InvalidArgument("Expected orig_output shape to be ", pooled.DebugString(),
                                        ", but got ", orig_output.shape().DebugString()));
    OP_REQUIRES(ctx, grad.shape() == pooled,
                errors::InvalidArgument("Expected grad shape to be ", pooled.DebugString(),
                                        ", but got ", grad.shape().DebugString()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, orig_input.shape(), &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES_OK(ctx, compute::PoolingGradient(
                            ctx->stream(), {compute::PoolingGradientPlan::Kind::kAllMax,
                                            grad.dtype(), gradient.geometry(), orig_input.data(),
                                            orig_output.data(), grad.data(), output->data()}));
  }

 private:
  PoolingAttrs attrs_;
};

}  // namespace pluggable
