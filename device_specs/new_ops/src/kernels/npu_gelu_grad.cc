#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <cmath>
#include <vector>

#include "ops/npu_gelu_grad_shape.h"

namespace pluggable {

// NpuGeluGrad(dy: T, x: T) -> dx: T
template <typename T>
class NpuGeluGradOp : public OpKernel {
 public:
  explicit NpuGeluGradOp(OpKernelConstruction* ctx)
      : OpKernel(ctx), shapes_(ctx, NpuGeluGradShape()) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("approximate", &approximate_));
  }

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    Tensor* dx = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0, 1}, 0, shapes[0], &dx));
    const Tensor dy = ctx->input(0);
    const Tensor x = ctx->input(1);
    float (*const slope)(float) = approximate_ ? SlopeOfApproximate : SlopeOfExact;
    ctx->stream().ForEach(
        dy.span<T>(), x.span<T>(), dx->span<T>(), [slope](const T& gradient, const T& element) {
          return static_cast<T>(static_cast<float>(gradient) * slope(static_cast<float>(element)));
        });
  }

 private:
  // The probability that a standard normal variable is at most x, and x times its density.
  static float SlopeOfExact(float x) {
    return 0.5f * (1 + std::erf(x * kSqrtHalf)) +
           x * (0.5f * kSqrtTwoOverPi) * std::exp(-0.5f * x * x);
  }
  static float SlopeOfApproximate(float x) {
    const float tanh = std::tanh(kSqrtTwoOverPi * (x + kCubic * x * x * x));
    return 0.5f * (1 + tanh) +
           0.5f * x * (1 - tanh * tanh) * kSqrtTwoOverPi * (1 + 3 * kCubic * x * x);
  }

  static constexpr float kSqrtHalf = 0.70710678f;
  static constexpr float kSqrtTwoOverPi = 0.79788456f;
  static constexpr float kCubic = 0.044715f;

  KernelShapes shapes_;
  bool approximate_ = false;
};

template KernelFunctions make_kernel<NpuGeluGradOp<float>>();
template KernelFunctions make_kernel<NpuGeluGradOp<Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuGeluGradOp<Eigen::half>>();

}  // namespace pluggable
