// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/pooling.h"
#include "reference/pooling.h"

namespace pluggable {

// MaxPool(input: T) -> output: T
template <typename T>
class MaxPoolOp : public OpKernel {
 public:
  explicit MaxPoolOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx, /*has_explicit_paddings=*/true));
    OP_REQUIRES(
        ctx, *std::min_element(attrs_.ksize.begin(), attrs_.ksize.end()) > 0,
        errors::InvalidArgument(
            "Sliding window ksize must be positive. The specified or inferred ksize is: ",
            attrs_.ksize[0], ",", attrs_.ksize[1], ",", attrs_.ksize[2], ",", attrs_.ksize[3]));
    OP_REQUIRES_OK(ctx, attrs_.CheckWindows());
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    Pooling pooling;
    OP_REQUIRES_OK(ctx, pooling.Init(attrs_, input.shape()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, pooling.shape(), &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES_OK(
        ctx, compute::Pooling(ctx->stream(), {compute::PoolingPlan::Kind::kMax, input.dtype(),
                                              pooling.geometry(), input.data(), output->data()}));
  }

 private:
  PoolingAttrs attrs_;
};

}  // namespace pluggable
