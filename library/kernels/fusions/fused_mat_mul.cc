// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/fused_matrix_product.h"

namespace pluggable::fusions {

// FusedMatMul(a: T, b: T, bias: T) -> product: T
template <typename T>
class FusedMatMulOp : public OpKernel {
 public:
  explicit FusedMatMulOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("transpose_a", &transpose_a_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("transpose_b", &transpose_b_));
    OP_REQUIRES_OK(ctx, ReadActivation(ctx, &activation_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor a = ctx->input(0);
    const Tensor b = ctx->input(1);
    const Tensor bias = ctx->input(2);
    compute::MatrixProductPlan plan;
    OP_REQUIRES_OK(ctx, PlanMatrixProduct(a, transpose_a_, b, transpose_b_, &plan));
    OP_REQUIRES(ctx, bias.dims() == 1 && bias.dim_size(0) == plan.columns,
                errors::InvalidArgument("bias must have ", plan.columns,
                                        " elements: ", bias.shape().DebugString()));
    FusedProduct fused;
    fused.shape = TensorShape({plan.rows, plan.columns});
    fused.bias = &bias;
    fused.activation = activation_;
    Tensor addend;
    if (ctx->num_inputs() > 3) fused.addend = &(addend = ctx->input(3));
    EnqueueFusedMatrixProduct<T>(ctx, fused, plan, &choice_);
  }

 private:
  bool transpose_a_ = false;
  bool transpose_b_ = false;
  Activation activation_ = Activation::kNone;
  CompositionChoice choice_;
};

}  // namespace pluggable::fusions
