// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/op_kernel.h"

#include "compute/qr.h"
#include "reference/qr.h"

namespace pluggable {

// Qr(input: T) -> q: T, r: T
template <typename T>
class QrOp : public OpKernel {
 public:
  explicit QrOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("full_matrices", &full_matrices_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const int rank = input.dims();
    OP_REQUIRES(ctx, rank >= 2,
                errors::InvalidArgument("Input tensor 0 must have rank >= 2, got ", rank));
    compute::QrPlan plan;
    plan.dtype = DataTypeToEnum<T>::value;
    plan.rows = input.dim_size(rank - 2);
    plan.columns = input.dim_size(rank - 1);
    plan.is_full = full_matrices_;
    TensorShape shape = input.shape();
    shape.RemoveLastDims(2);
    plan.matrices = shape.num_elements();
    TensorShape q_shape = shape;
    q_shape.AddDim(plan.rows);
    q_shape.AddDim(plan.inner());
    shape.AddDim(plan.inner());
    shape.AddDim(plan.columns);
    Tensor* q = nullptr;
    Tensor* r = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, q_shape, &q));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, shape, &r));
    if (q->NumElements() == 0 && r->NumElements() == 0) return;
    plan.in = input.data();
    plan.q = q->data();
    plan.r = r->data();
    plan.loop = RunQr<T>;
    OP_REQUIRES_OK(ctx, compute::Qr(ctx->stream(), plan));
  }

 private:
  bool full_matrices_ = false;
};

}  // namespace pluggable
