// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/resize.h"
#include "reference/resize_bilinear.h"

namespace pluggable {

// ResizeBilinearGrad(grads: float, original_image: T) -> output: T
template <typename T>
class ResizeBilinearGradOp : public OpKernel {
 public:
  explicit ResizeBilinearGradOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor grads = ctx->input(0);
    const TensorShape& resized = grads.shape();
    const TensorShape original = ctx->input_shape(1);
    OP_REQUIRES_OK(ctx, attrs_.Check());
    OP_REQUIRES(ctx, resized.dims() == 4,
                errors::InvalidArgument("input_grad must be 4-dimensional", resized.DebugString()));
    OP_REQUIRES(ctx, resized.dim_size(1) > 0 && resized.dim_size(2) > 0,
                errors::InvalidArgument("resized dimensions must be positive"));
    OP_REQUIRES(
        ctx, original.dims() == 4,
        errors::InvalidArgument("original_image must be 4-dimensional", original.DebugString()));
    OP_REQUIRES(ctx, original.dim_size(1) > 0 && original.dim_size(2) > 0,
                errors::InvalidArgument("original dimensions must be positive"));
    const TensorShape shape(
        {resized.dim_size(0), original.dim_size(1), original.dim_size(2), resized.dim_size(3)});
    ComputeResizeGradient(ctx, attrs_, PlanOfBilinearGradient<T>(), grads, shape);
  }

 private:
  ResizeAttrs attrs_;
};

}  // namespace pluggable
