// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/pooling.h"
#include "reference/pooling.h"

namespace pluggable {

// AvgPool(value: T) -> output: T
template <typename T>
class AvgPoolOp : public OpKernel {
 public:
  explicit AvgPoolOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx, /*has_explicit_paddings=*/false));
    OP_REQUIRES_OK(ctx, attrs_.CheckWindows());
    for (const int32_t size : attrs_.ksize) {
      OP_REQUIRES(ctx, size > 0,
                  errors::InvalidArgument("ksize must be a positive int32 value, got:", size));
    }
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor value = ctx->input(0);
    Pooling pooling;
    OP_REQUIRES_OK(ctx, pooling.Init(attrs_, value.shape()));
    OP_REQUIRES(ctx, pooling.depth_window() == 1,
                errors::Unimplemented("Non-spatial pooling is not yet supported. Volunteers? :)"));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, pooling.shape(), &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES_OK(
        ctx, compute::Pooling(ctx->stream(), {compute::PoolingPlan::Kind::kAverage, value.dtype(),
                                              pooling.geometry(), value.data(), output->data()}));
  }

 private:
  PoolingAttrs attrs_;
};

}  // namespace pluggable
