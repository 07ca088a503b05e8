// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/host_values.h"
#include "reference/resize.h"
#include "reference/resize_nearest.h"

namespace pluggable {

// ResizeNearestNeighborGrad(grads: T, size: int32) -> output: T
template <typename T>
class ResizeNearestNeighborGradOp : public OpKernel {
 public:
  explicit ResizeNearestNeighborGradOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor grads = ctx->input(0);
    const Tensor size = ctx->input(1);
    const TensorShape& resized = grads.shape();
    OP_REQUIRES(ctx, resized.dims() == 4,
                errors::InvalidArgument("input must be 4-dimensional", resized.DebugString()));
    OP_REQUIRES(
        ctx, size.dims() == 1,
        errors::InvalidArgument("shape_t must be 1-dimensional", size.shape().DebugString()));
    OP_REQUIRES(
        ctx, size.NumElements() == 2,
        errors::InvalidArgument("shape_t must have two elements", size.shape().DebugString()));
    const std::vector<CheckedInt> sizes = HostValues(size);
    OP_REQUIRES(ctx, sizes[0] > 0 && sizes[1] > 0,
                errors::InvalidArgument("shape_t's elements must be positive"));
    const TensorShape shape(
        {resized.dim_size(0), sizes[0].value(), sizes[1].value(), resized.dim_size(3)});
    ComputeResizeGradient(ctx, attrs_, PlanOfNearestGradient<T>(), grads, shape);
  }

 private:
  ResizeAttrs attrs_;
};

}  // namespace pluggable
