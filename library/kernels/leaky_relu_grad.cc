// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/compute_type.h"
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
    using C = ComputeType<T>;
    ctx->stream().ForEach(gradients.span<T>(), features.span<T>(), backprops->span<T>(),
                          [alpha = static_cast<C>(alpha_)](const T& gradient, const T& feature) {
                            const C g = static_cast<C>(gradient);
                            return static_cast<T>(static_cast<C>(feature) > 0 ? g : alpha * g);
                          });
  }

 private:
  float alpha_ = 0;
};

}  // namespace pluggable
