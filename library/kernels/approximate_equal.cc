// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <cmath>

#include "pluggable/op_kernel.h"

namespace pluggable {

// ApproximateEqual(x: T, y: T) -> z: bool
template <typename T>
class ApproximateEqualOp : public OpKernel {
 public:
  explicit ApproximateEqualOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("tolerance", &tolerance_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor x = ctx->input(0);
    const Tensor y = ctx->input(1);
    OP_REQUIRES(ctx, x.shape() == y.shape(),
                errors::InvalidArgument(
                    "x and y must be of the same shape. x shape: ", x.shape().DebugString(),
                    ". y shape: ", y.shape().DebugString()));
    Tensor* z = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, x.shape(), &z));
    if (z->NumElements() == 0) return;
    ctx->stream().ForEach(x.span<T>(), y.span<T>(), z->span<bool>(),
                          [tolerance = static_cast<T>(tolerance_)](const T& a, const T& b) {
                            return std::fabs(a - b) <= tolerance;
                          });
  }

 private:
  float tolerance_ = 0;
};

}  // namespace pluggable
