// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/batch_matmul.h"
#include "reference/fused_product.h"

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
    fused.columns = fused.shape.dim_size(fused.shape.dims() - 1);
    OP_REQUIRES(ctx, bias.dims() == 1 && bias.dim_size(0) == fused.columns,
                errors::InvalidArgument("bias must have ", fused.columns,
                                        " elements: ", bias.shape().DebugString()));
    fused.cost = batches.cost();
    fused.bias = &bias;
    fused.activation = activation_;
    Tensor addend;
    if (ctx->num_inputs() > 3) fused.addend = &(addend = ctx->input(3));
    EnqueueFusedProduct<T>(ctx, fused,
                           [batches = std::move(batches), x = x.span<T>(), y = y.span<T>()](
                               T* product, ThreadPool* threads, const Finish<T>& finish) {
                             batches.Run(OnDevice(x.data()), OnDevice(y.data()), product, threads,
                                         finish);
                           });
  }

 private:
  bool adj_x_ = false;
  bool adj_y_ = false;
  Activation activation_ = Activation::kNone;
};

}  // namespace pluggable::fusions
