// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/gradient.h"

namespace pluggable {

// LeakyReluGrad(gradients: T, features: T) -> backprops: T
template <typename T>
class LeakyReluGradOp : public OpKernel {
 public:
  explicit LeakyReluGradOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("alpha", &alpha_));
  }

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input_shape(0);
    OP_REQUIRES_OK(ctx,
                   CheckActivationGradient(name(), "LeakyReluGrad", shape, ctx->input_shape(1)));
    Tensor* backprops = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0, 1}, 0, shape, &backprops));
    if (backprops->NumElements() == 0) return;
    const Tensor gradients = ctx->input(0);
    const Tensor features = ctx->input(1);
    compute::ElementwisePlan plan =
        PlanElementwise(compute::Formula::kLeakyReluGrad, {&gradients, &features}, backprops);
    plan.parameter = alpha_;
    plan.loop = &Loop;
    OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
  }

 private:
  static void Loop(const compute::ElementwisePlan& plan, int64_t begin, int64_t end) {
    using C = ComputeType<T>;
    const C alpha = static_cast<C>(plan.parameter);
    const T* const gradients = OnDevice(static_cast<const T*>(plan.inputs[0].data));
    const T* const features = OnDevice(static_cast<const T*>(plan.inputs[1].data));
    T* const backprops = OnDevice(static_cast<T*>(plan.out));
    for (int64_t i = begin; i < end; ++i) {
      const C gradient = static_cast<C>(gradients[i]);
      backprops[i] = static_cast<T>(static_cast<C>(features[i]) > 0 ? gradient : alpha * gradient);
    }
  }

  float alpha_ = 0;
};

}  // namespace pluggable
