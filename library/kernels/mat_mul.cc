// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/matmul.h"

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
    EnqueueWork(ctx, MatrixProductCost(rows, columns, depth),
                [=, a_step = a.dim_size(1), b_step = b.dim_size(1), a = a.span<T>(),
                 b = b.span<T>(), c = product->span<T>(), transpose_a = transpose_a_,
                 transpose_b = transpose_b_](ThreadPool* threads) {
                  MatrixProduct<T>(rows, columns, depth, {OnDevice(a.data()), a_step, transpose_a},
                                   {OnDevice(b.data()), b_step, transpose_b}, OnDevice(c.data()),
                                   columns, threads);
                });
  }

 private:
  bool transpose_a_ = false;
  bool transpose_b_ = false;
};

}  // namespace pluggable
