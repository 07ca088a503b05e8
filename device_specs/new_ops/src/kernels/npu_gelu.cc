#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <cmath>
#include <vector>

#include "ops/npu_gelu_shape.h"

namespace pluggable {

// NpuGelu(x: T) -> y: T
template <typename T>
class NpuGeluOp : public OpKernel {
 public:
  explicit NpuGeluOp(OpKernelConstruction* ctx) : OpKernel(ctx), shapes_(ctx, NpuGeluShape()) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("approximate", &approximate_));
  }

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shapes[0], &y));
    const Tensor x = ctx->input(0);
    float (*const gelu)(float) = approximate_ ? Approximate : Exact;
    ctx->stream().ForEach(x.span<T>(), y->span<T>(), [gelu](const T& element) {
      return static_cast<T>(gelu(static_cast<float>(element)));
    });
  }

 private:
  static float Exact(float x) { return 0.5f * x * (1 + std::erf(x * kSqrtHalf)); }
  static float Approximate(float x) {
    return 0.5f * x * (1 + std::tanh(kSqrtTwoOverPi * (x + kCubic * x * x * x)));
  }

  static constexpr float kSqrtHalf = 0.70710678f;
  static constexpr float kSqrtTwoOverPi = 0.79788456f;
  static constexpr float kCubic = 0.044715f;

  KernelShapes shapes_;
  bool approximate_ = false;
};

template KernelFunctions make_kernel<NpuGeluOp<float>>();
template KernelFunctions make_kernel<NpuGeluOp<Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuGeluOp<Eigen::half>>();

}  // namespace pluggable
