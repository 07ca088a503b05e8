// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/fused_matrix_product.h"

namespace pluggable::fusions {

// FusedBatchMatMul(x: T, y: T, bias: T) -> output: T
template <typename T>
class FusedBatchMatMulOp : public OpKernel {
 public:
  explicit FusedBatchMatMulOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("adj_x", &adj_x_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("adj_y", &adj_y_));
    OP_REQUIRES_OK(ctx, ReadActivation(ctx, &activation_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor x = ctx->input(0);
    const Tensor y = ctx->input(1);
    const Tensor bias = ctx->input(2);
    BatchProduct batches;
    OP_REQUIRES_OK(ctx, batches.Init(x.shape(), adj_x_, y.shape(), adj_y_));
    FusedProduct fused;
    fused.shape = batches.shape();
    const int64_t columns = fused.shape.dim_size(fused.shape.dims() - 1);
    OP_REQUIRES(ctx, bias.dims() == 1 && bias.dim_size(0) == columns,
                errors::InvalidArgument("bias must have ", columns,
                                        " elements: ", bias.shape().DebugString()));
    fused.bias = &bias;
    fused.activation = activation_;
    Tensor addend;
    if (ctx->num_inputs() > 3) fused.addend = &(addend = ctx->input(3));
    EnqueueFusedMatrixProduct<T>(ctx, fused, batches.Plan(x.dtype(), x.data(), y.data(), nullptr),
                                 &choice_);
  }

 private:
  bool adj_x_ = false;
  bool adj_y_ = false;
  Activation activation_ = Activation::kNone;
  CompositionChoice choice_;
};

}  // namespace pluggable::fusions
