// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/compute_type.h"

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
    using C = ComputeType<T>;
    ctx->stream().ForEach(features.span<T>(), activations->span<T>(),
                          [alpha = static_cast<C>(alpha_)](const T& element) {
                            const C x = static_cast<C>(element);
                            return static_cast<T>(x > 0 ? x : alpha * x);
                          });
  }

 private:
  float alpha_ = 0;
};

}  // namespace pluggable
