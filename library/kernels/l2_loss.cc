// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/half_squares.h"

namespace pluggable {

// L2Loss(t: T) -> output: T
template <typename T>
class L2LossOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor t = ctx->input(0);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape(), &output));
    compute::ReducePlan plan = PlanOfHalfSquares<T>(t.NumElements());
    plan.in = t.data();
    plan.out = output->data();
    if (ctx->output_is_host(0)) {
      plan.loop(plan, &ctx->stream().thread_pool());
    } else {
      OP_REQUIRES_OK(ctx, compute::Reduce(ctx->stream(), plan));
    }
  }
};

}  // namespace pluggable
