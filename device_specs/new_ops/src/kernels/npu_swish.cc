#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <cmath>
#include <vector>

#include "ops/npu_swish_shape.h"

namespace pluggable {

// NpuSwish(x: T) -> y: T
template <typename T>
class NpuSwishOp : public OpKernel {
 public:
  explicit NpuSwishOp(OpKernelConstruction* ctx) : OpKernel(ctx), shapes_(ctx, NpuSwishShape()) {}

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shapes[0], &y));
    const Tensor x = ctx->input(0);
    ctx->stream().ForEach(x.span<T>(), y->span<T>(), [](const T& element) {
      const float v = static_cast<float>(element);
      return static_cast<T>(v / (1 + std::exp(-v)));
    });
  }

 private:
  KernelShapes shapes_;
};

template KernelFunctions make_kernel<NpuSwishOp<float>>();
template KernelFunctions make_kernel<NpuSwishOp<Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuSwishOp<Eigen::half>>();

}  // namespace pluggable
