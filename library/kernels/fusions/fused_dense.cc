// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/fused_matrix_product.h"
#include "reference/reshape.h"

namespace pluggable::fusions {

// FusedDense(a: T, b: T, shape: int32, bias: T) -> output: T
template <typename T>
class FusedDenseOp : public OpKernel {
 public:
  explicit FusedDenseOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("transpose_a", &transpose_a_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("transpose_b", &transpose_b_));
    OP_REQUIRES_OK(ctx, ReadActivation(ctx, &activation_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor a = ctx->input(0);
    const Tensor b = ctx->input(1);
    const Tensor bias = ctx->input(3);
    compute::MatrixProductPlan plan;
    OP_REQUIRES_OK(ctx, PlanMatrixProduct(a, transpose_a_, b, transpose_b_, &plan));
    FusedProduct fused;
    OP_REQUIRES_OK(
        ctx, ReshapedShape(TensorShape({plan.rows, plan.columns}), ctx->input(2), &fused.shape));
    const int rank = fused.shape.dims();
    OP_REQUIRES(
        ctx, rank >= 2,
        errors::InvalidArgument("shape must have at least 2 sizes: ", fused.shape.DebugString()));
    OP_REQUIRES(ctx, bias.dims() == 1 && bias.dim_size(0) == fused.shape.dim_size(rank - 1),
                errors::InvalidArgument("bias must have ", fused.shape.dim_size(rank - 1),
                                        " elements: ", bias.shape().DebugString()));
    fused.bias = &bias;
    fused.activation = activation_;
    Tensor addend;
    if (ctx->num_inputs() > 4) fused.addend = &(addend = ctx->input(4));
    EnqueueFusedMatrixProduct<T>(ctx, fused, plan, &choice_);
  }

 private:
  bool transpose_a_ = false;
  bool transpose_b_ = false;
  Activation activation_ = Activation::kNone;
  CompositionChoice choice_;
};

}  // namespace pluggable::fusions
