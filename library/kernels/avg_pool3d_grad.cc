// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/pooling.h"
#include "reference/host_values.h"
#include "reference/pooling_gradient.h"

namespace pluggable {

// AvgPool3DGrad(orig_input_shape: int32, grad: T) -> output: T
template <typename T>
class AvgPool3DGradOp : public OpKernel {
 public:
  explicit AvgPool3DGradOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.ReadWithPlanes(ctx));
    for (const int32_t size : attrs_.ksize) {
      OP_REQUIRES(ctx, size > 0, errors::InvalidArgument("ksize must be positive, got: ", size));
    }
    OP_REQUIRES_OK(ctx, attrs_.CheckWindows());
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor orig_input_shape = ctx->input(0);
    const Tensor grad = ctx->input(1);
    OP_REQUIRES(ctx, orig_input_shape.dims() == 1 && orig_input_shape.NumElements() == 5,
                errors::InvalidArgument("tensor_in must be 1-dimensional and 5 elements"));
    OP_REQUIRES(ctx, grad.dims() == 5,
                errors::InvalidArgument("out_backprop must be 5-dimensional"));
    TensorShape shape;
    for (const CheckedInt size : HostValues(orig_input_shape)) {
      OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(size));
    }
    OP_REQUIRES(ctx, shape.dim_size(0) == grad.dim_size(0),
                errors::InvalidArgument(
                    "Expected first dimension of tensor_in_shape and out_backprop to match, got ",
                    shape.dim_size(0), " and ", grad.dim_size(0)));
    const int channels = attrs_.channel_dim();
    OP_REQUIRES(ctx, shape.dim_size(channels) == grad.dim_size(channels),
                errors::InvalidArgument(
                    "Expected last dimension of tensor_in_shape and out_backprop to match, got ",
                    shape.dim_size(channels), " and ", grad.dim_size(channels)));
    PoolingGradient gradient;
    OP_REQUIRES_OK(ctx, gradient.Init(attrs_, shape));
    const TensorShape pooled = gradient.shape();
    OP_REQUIRES(ctx, grad.shape() == pooled,
                errors::InvalidArgument("Expected grad shape to be ", pooled.DebugString(),
                                        ", but got ", grad.shape().DebugString()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES_OK(
        ctx, compute::PoolingGradient(ctx->stream(), {compute::PoolingGradientPlan::Kind::kAverage,
                                                      grad.dtype(), gradient.geometry(), nullptr,
                                                      nullptr, grad.data(), output->data()}));
  }

 private:
  PoolingAttrs attrs_;
};

}  // namespace pluggable
