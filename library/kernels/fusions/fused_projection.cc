// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/fused_matrix_product.h"
#include "reference/reshape.h"

namespace pluggable::fusions {

// FusedProjection(x: T, y: T, shape: int32, addend: T) -> output: T
template <typename T>
class FusedProjectionOp : public OpKernel {
 public:
  explicit FusedProjectionOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("adj_x", &adj_x_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("adj_y", &adj_y_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor x = ctx->input(0);
    const Tensor y = ctx->input(1);
    const Tensor addend = ctx->input(3);
    BatchProduct batches;
    OP_REQUIRES_OK(ctx, batches.Init(x.shape(), adj_x_, y.shape(), adj_y_));
    FusedProduct fused;
    OP_REQUIRES_OK(ctx, ReshapedShape(batches.shape(), ctx->input(2), &fused.shape));
    // Usually the addend is a bias of several dimensions.
    (IsTailOf(addend.shape(), fused.shape) ? fused.bias : fused.addend) = &addend;
    EnqueueFusedMatrixProduct<T>(ctx, fused, batches.Plan(x.dtype(), x.data(), y.data(), nullptr),
                                 &choice_);
  }

 private:
  bool adj_x_ = false;
  bool adj_y_ = false;
  CompositionChoice choice_;
};

}  // namespace pluggable::fusions
