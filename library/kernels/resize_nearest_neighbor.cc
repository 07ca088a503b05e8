// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/resize.h"
#include "reference/resize_nearest.h"

namespace pluggable {

// ResizeNearestNeighbor(images: T, size: int32) -> resized_images: T
template <typename T>
class ResizeNearestNeighborOp : public OpKernel {
 public:
  explicit ResizeNearestNeighborOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor images = ctx->input(0);
    OP_REQUIRES_OK(ctx, attrs_.Check());
    TensorShape resized;
    OP_REQUIRES_OK(ctx, ResizedShape(images.shape(), ctx->input(1), &resized));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, resized, &output));
    if (output->NumElements() == 0) return;
    compute::ResizePlan plan = PlanOfNearest<T>();
    plan.geometry = MakeResizeGeometry(plan.geometry.method, attrs_, images.shape(), resized);
    plan.in = images.data();
    plan.out = output->data();
    if (ctx->output_is_host(0)) {
      plan.loop(plan, &ctx->stream().thread_pool());
    } else {
      OP_REQUIRES_OK(ctx, compute::Resize(ctx->stream(), plan));
    }
  }

 private:
  ResizeAttrs attrs_;
};

}  // namespace pluggable
