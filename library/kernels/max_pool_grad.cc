// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/pooling.h"
#include "reference/pooling_gradient.h"

namespace pluggable {

// MaxPoolGrad(orig_input: T, orig_output: T, grad: T) -> output: T
template <typename T>
class MaxPoolGradOp : public OpKernel {
 public:
  explicit MaxPoolGradOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx, /*has_explicit_paddings=*/true));
    OP_REQUIRES_OK(ctx, attrs_.CheckWindows());
    const int channels = attrs_.channel_dim();
    OP_REQUIRES(
        ctx, attrs_.ksize[channels] == 1 && attrs_.strides[channels] == 1,
        errors::Unimplemented("MaxPoolingGrad is not yet supported on the depth dimension."));
    OP_REQUIRES(
        ctx, *std::min_element(attrs_.ksize.begin(), attrs_.ksize.end()) > 0,
        errors::InvalidArgument(
            "Sliding window ksize must be positive. The specified or inferred ksize is: ",
            attrs_.ksize[0], ",", attrs_.ksize[1], ",", attrs_.ksize[2], ",", attrs_.ksize[3]));
  }

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input_shape(0);
    const TensorShape orig_output = ctx->input_shape(1);
    const TensorShape grad = ctx->input_shape(2);
    OP_REQUIRES(ctx, shape.dims() == 4, errors::InvalidArgument("tensor_in must be 4-dimensional"));
    OP_REQUIRES(ctx, orig_output.dims() == 4,
                errors::InvalidArgument("tensor_out must be 4-dimensional"));
    OP_REQUIRES(ctx, grad.dims() == 4,
                errors::InvalidArgument("out_backprop must be 4-dimensional"));
    PoolingGradient gradient;
    OP_REQUIRES_OK(ctx, gradient.Init(attrs_, shape));
    const TensorShape pooled = gradient.shape();
    OP_REQUIRES(ctx, orig_output == pooled,
                errors::InvalidArgument("Expected orig_output shape to be ", pooled.DebugString(),
                                        ", but got ", orig_output.DebugString()));
    OP_REQUIRES(ctx, grad == pooled,
                errors::InvalidArgument("Expected grad shape to be ", pooled.DebugString(),
                                        ", but got ", grad.DebugString()));
    Tensor* output = nullptr;
    if (ctx->stream().device_properties().host_reaches_memory) {
      OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shape, &output));
    } else {  // device kernels read the whole input meanwhile
      OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    }
    if (output->NumElements() == 0) return;
    const Tensor orig_input = ctx->input(0);
    const Tensor out_backprop = ctx->input(2);
    OP_REQUIRES_OK(
        ctx, compute::PoolingGradient(
                 ctx->stream(),
                 {compute::PoolingGradientPlan::Kind::kMax, orig_input.dtype(), gradient.geometry(),
                  orig_input.data(), nullptr, out_backprop.data(), output->data()}));
  }

 private:
  PoolingAttrs attrs_;
};

}  // namespace pluggable
