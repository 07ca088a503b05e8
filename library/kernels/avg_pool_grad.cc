// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/pooling.h"
#include "reference/host_values.h"
#include "reference/pooling_gradient.h"

namespace pluggable {

// AvgPoolGrad(orig_input_shape: int32, grad: T) -> output: T
template <typename T>
class AvgPoolGradOp : public OpKernel {
 public:
  explicit AvgPoolGradOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx, /*has_explicit_paddings=*/false));
    for (const int32_t size : attrs_.ksize) {
      OP_REQUIRES(ctx, size > 0,
                  errors::InvalidArgument("ksize must be a positive int32 value, got:", size));
    }
    OP_REQUIRES_OK(ctx, attrs_.CheckWindows());
    OP_REQUIRES(ctx, attrs_.ksize[attrs_.channel_dim()] == 1,
                errors::Unimplemented("Non-spatial pooling is not yet supported. Volunteers? :)"));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor orig_input_shape = ctx->input(0);
    const Tensor grad = ctx->input(1);
    OP_REQUIRES(ctx, orig_input_shape.dims() == 1 && orig_input_shape.NumElements() == 4,
                errors::InvalidArgument("out_backprop must be 1-dimensional and 4 elements"));
    OP_REQUIRES(ctx, grad.dims() == 4,
                errors::InvalidArgument("out_backprop must be 4-dimensional"));
    TensorShape shape;
    for (const CheckedInt size : HostValues(orig_input_shape)) {
      OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(size));
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    PoolingGradient gradient;
    OP_REQUIRES_OK(ctx, gradient.Init(attrs_, shape));
    const TensorShape pooled = gradient.shape();
    OP_REQUIRES(ctx, grad.shape() == pooled,
                errors::InvalidArgument("Expected grad shape to be ", pooled.DebugString(),
                                        ", but got ", grad.shape().DebugString()));
    OP_REQUIRES_OK(
        ctx, compute::PoolingGradient(ctx->stream(), {compute::PoolingGradientPlan::Kind::kAverage,
                                                      grad.dtype(), gradient.geometry(), nullptr,
                                                      nullptr, grad.data(), output->data()}));
  }

 private:
  PoolingAttrs attrs_;
};

}  // namespace pluggable
