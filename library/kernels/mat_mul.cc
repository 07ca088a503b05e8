// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/matrix_product.h"

namespace pluggable {

// MatMul(a: T, b: T) -> product: T
template <typename T>
class MatMulOp : public OpKernel {
 public:
  explicit MatMulOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("transpose_a", &transpose_a_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("transpose_b", &transpose_b_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor a = ctx->input(0);
    const Tensor b = ctx->input(1);
    OP_REQUIRES(ctx, a.dims() == b.dims(),
                errors::InvalidArgument("In[0] and In[1] has different ndims: ",
                                        a.shape().DebugString(), " vs. ", b.shape().DebugString()));
    OP_REQUIRES(ctx, a.dims() == 2,
                errors::InvalidArgument("In[0] and In[1] ndims must be == 2: ", a.dims()));
    const int64_t rows = a.dim_size(transpose_a_ ? 1 : 0);
    const int64_t depth = a.dim_size(transpose_a_ ? 0 : 1);
    const int64_t columns = b.dim_size(transpose_b_ ? 0 : 1);
    OP_REQUIRES(
        ctx, depth == b.dim_size(transpose_b_ ? 1 : 0),
        errors::InvalidArgument("Matrix size-incompatible: In[0]: ", a.shape().DebugString(),
                                ", In[1]: ", b.shape().DebugString()));
    Tensor* product = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({rows, columns}), &product));
    if (product->NumElements() == 0) return;
    compute::MatrixProductPlan plan;
    plan.dtype = a.dtype();
    plan.rows = rows;
    plan.columns = columns;
    plan.depth = depth;
    plan.transpose_a = transpose_a_;
    plan.transpose_b = transpose_b_;
    plan.a = a.data();
    plan.b = b.data();
    plan.c = product->data();
    OP_REQUIRES_OK(ctx, compute::MatrixProduct(ctx->stream(), plan));
  }

 private:
  bool transpose_a_ = false;
  bool transpose_b_ = false;
};

}  // namespace pluggable
