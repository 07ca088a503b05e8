// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/fused_product.h"
#include "reference/matmul.h"

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
    OP_REQUIRES(ctx, a.dims() == 2 && b.dims() == 2,
                errors::InvalidArgument("a and b must be matrices: ", a.shape().DebugString(),
                                        " and ", b.shape().DebugString()));
    const int64_t rows = a.dim_size(transpose_a_ ? 1 : 0);
    const int64_t depth = a.dim_size(transpose_a_ ? 0 : 1);
    const int64_t columns = b.dim_size(transpose_b_ ? 0 : 1);
    OP_REQUIRES(
        ctx, depth == b.dim_size(transpose_b_ ? 1 : 0),
        errors::InvalidArgument("Matrix size-incompatible: In[0]: ", a.shape().DebugString(),
                                ", In[1]: ", b.shape().DebugString()));
    OP_REQUIRES(ctx, bias.dims() == 1 && bias.dim_size(0) == columns,
                errors::InvalidArgument("bias must have ", columns,
                                        " elements: ", bias.shape().DebugString()));
    FusedProduct fused;
    fused.shape = TensorShape({rows, columns});
    fused.columns = columns;
    fused.cost = MatrixProductCost(rows, columns, depth);
    fused.bias = &bias;
    fused.activation = activation_;
    Tensor addend;
    if (ctx->num_inputs() > 3) fused.addend = &(addend = ctx->input(3));
    EnqueueFusedProduct<T>(
        ctx, fused,
        [=, a_step = a.dim_size(1), b_step = b.dim_size(1), a = a.span<T>(), b = b.span<T>(),
         transpose_a = transpose_a_,
         transpose_b = transpose_b_](T* c, ThreadPool* threads, const Finish<T>& finish) {
          MatrixProduct<T>(rows, columns, depth, {OnDevice(a.data()), a_step, transpose_a},
                           {OnDevice(b.data()), b_step, transpose_b}, c, columns, threads, finish);
        });
  }

 private:
  bool transpose_a_ = false;
  bool transpose_b_ = false;
  Activation activation_ = Activation::kNone;
};

}  // namespace pluggable::fusions
