// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <cmath>

#include "pluggable/op_kernel.h"

#include "reference/elementwise.h"

namespace pluggable {

// ApproximateEqual(x: T, y: T) -> z: bool
template <typename T>
class ApproximateEqualOp : public OpKernel {
 public:
  explicit ApproximateEqualOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("tolerance", &tolerance_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor x = ctx->input(0);
    const Tensor y = ctx->input(1);
    OP_REQUIRES(ctx, x.shape() == y.shape(),
                errors::InvalidArgument(
                    "x and y must be of the same shape. x shape: ", x.shape().DebugString(),
                    ". y shape: ", y.shape().DebugString()));
    Tensor* z = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, x.shape(), &z));
    if (z->NumElements() == 0) return;
    compute::ElementwisePlan plan =
        PlanElementwise(compute::Formula::kApproximateEqual, {&x, &y}, z);
    plan.parameter = tolerance_;
    plan.loop = &Loop;
    OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
  }

 private:
  static void Loop(const compute::ElementwisePlan& plan, int64_t begin, int64_t end) {
    const auto tolerance = static_cast<T>(plan.parameter);
    const T* const x = OnDevice(static_cast<const T*>(plan.inputs[0].data));
    const T* const y = OnDevice(static_cast<const T*>(plan.inputs[1].data));
    bool* const z = OnDevice(static_cast<bool*>(plan.out));
    for (int64_t i = begin; i < end; ++i) z[i] = std::fabs(x[i] - y[i]) <= tolerance;
  }

  float tolerance_ = 0;
};

}  // namespace pluggable
