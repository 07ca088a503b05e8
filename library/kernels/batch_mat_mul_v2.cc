// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/matrix_product.h"
#include "reference/batch_matmul.h"

namespace pluggable {

// BatchMatMulV2(x: T, y: T) -> output: T
template <typename T>
class BatchMatMulV2Op : public OpKernel {
 public:
  explicit BatchMatMulV2Op(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("adj_x", &adj_x_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("adj_y", &adj_y_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor x = ctx->input(0);
    const Tensor y = ctx->input(1);
    BatchProduct product;
    OP_REQUIRES_OK(ctx, product.Init(x.shape(), adj_x_, y.shape(), adj_y_));
    Tensor* z = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, product.shape(), &z));
    if (z->NumElements() == 0) return;
    OP_REQUIRES_OK(ctx, compute::MatrixProduct(
                            ctx->stream(), product.Plan(x.dtype(), x.data(), y.data(), z->data())));
  }

 private:
  bool adj_x_ = false;
  bool adj_y_ = false;
};

}  // namespace pluggable
