// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/op_kernel.h"

#include "compute/in_top_k.h"
#include "reference/host_values.h"
#include "reference/in_top_k.h"

namespace pluggable {

// InTopKV2(predictions: float, targets: T, k: T) -> precision: bool
template <typename T>
class InTopKV2Op : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor predictions = ctx->input(0);
    const Tensor targets = ctx->input(1);
    const Tensor k = ctx->input(2);
    OP_REQUIRES(ctx, predictions.dims() == 2,
                errors::InvalidArgument("predictions must be 2-dimensional"));
    OP_REQUIRES(ctx, targets.dims() == 1, errors::InvalidArgument("targets must be 1-dimensional"));
    OP_REQUIRES(ctx, predictions.dim_size(0) == targets.dim_size(0),
                errors::InvalidArgument("First dimension of predictions ", predictions.dim_size(0),
                                        " must match length of targets ", targets.dim_size(0)));
    OP_REQUIRES(ctx, k.dims() == 0,
                errors::InvalidArgument("k must be 0-D, got shape ", k.shape().DebugString()));
    Tensor* precision = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, targets.shape(), &precision));
    if (precision->NumElements() == 0) return;
    compute::InTopKPlan plan;
    plan.rows = targets.NumElements();
    plan.classes = predictions.dim_size(1);
    plan.k = HostValues(k)[0].value();
    plan.predictions = predictions.data();
    plan.target_dtype = targets.dtype();
    plan.targets = targets.data();
    plan.out = precision->data();
    if (ctx->output_is_host(0)) {
      ctx->SetStatus(RunInTopK(plan, &ctx->stream().thread_pool()));
    } else {
      OP_REQUIRES_OK(ctx, compute::InTopK(ctx->stream(), plan));
    }
  }
};

}  // namespace pluggable
