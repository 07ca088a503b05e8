// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/elementwise.h"

namespace pluggable {

// OnesLike(x: T) -> y: T
template <typename T>
class OnesLikeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, ctx->input_shape(0), &y));
    if (y->NumElements() == 0) return;
    const Tensor x = ctx->input(0);
    compute::ElementwisePlan plan = PlanElementwise(compute::Formula::kOnesLike, {&x}, y);
    if (plan.out_dtype == DT_BOOL) plan.inputs[0].dtype = plan.out_dtype = DT_UINT8;
    plan.loop = &Loop;
    OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
  }

 private:
  static void Loop(const compute::ElementwisePlan& plan, int64_t begin, int64_t end) {
    T* const y = OnDevice(static_cast<T*>(plan.out));
    std::fill(y + begin, y + end, static_cast<T>(1));
  }
};

}  // namespace pluggable
