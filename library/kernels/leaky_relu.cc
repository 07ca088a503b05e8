// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/elementwise.h"

namespace pluggable {

// LeakyRelu(features: T) -> activations: T
template <typename T>
class LeakyReluOp : public OpKernel {
 public:
  explicit LeakyReluOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("alpha", &alpha_));
  }

  void Compute(OpKernelContext* ctx) override {
    Tensor* activations = nullptr;
    OP_REQUIRES_OK(
        ctx, ctx->forward_input_or_allocate_output({0}, 0, ctx->input_shape(0), &activations));
    if (activations->NumElements() == 0) return;
    const Tensor features = ctx->input(0);
    compute::ElementwisePlan plan =
        PlanElementwise(compute::Formula::kLeakyRelu, {&features}, activations);
    plan.parameter = alpha_;
    plan.loop = &Loop;
    OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
  }

 private:
  static void Loop(const compute::ElementwisePlan& plan, int64_t begin, int64_t end) {
    using C = ComputeType<T>;
    const C alpha = static_cast<C>(plan.parameter);
    const T* const features = OnDevice(static_cast<const T*>(plan.inputs[0].data));
    T* const activations = OnDevice(static_cast<T*>(plan.out));
    for (int64_t i = begin; i < end; ++i) {
      const C x = static_cast<C>(features[i]);
      activations[i] = static_cast<T>(x > 0 ? x : alpha * x);
    }
  }

  float alpha_ = 0;
};

}  // namespace pluggable
