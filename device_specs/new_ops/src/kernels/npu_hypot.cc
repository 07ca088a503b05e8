#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <cmath>
#include <utility>
#include <vector>

#include "ops/npu_hypot_shape.h"
#include "reference/elementwise.h"

namespace pluggable {

// NpuHypot(x: T, y: T) -> z: T
template <typename T>
class NpuHypotOp : public OpKernel {
 public:
  explicit NpuHypotOp(OpKernelConstruction* ctx) : OpKernel(ctx), shapes_(ctx, NpuHypotShape()) {}

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    const Tensor x = ctx->input(0);
    const Tensor y = ctx->input(1);
    Tensor* z = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shapes[0], &z));
    Broadcast broadcast;
    OP_REQUIRES(ctx, broadcast.Init({&x.shape(), &y.shape()}),
                errors::Internal("NpuHypot: the shape rule let pass what cannot be broadcast"));
    EnqueueBroadcast<Hypot>(ctx, std::move(broadcast), x.span<T>(), y.span<T>(), z->span<T>());
  }

 private:
  struct Hypot {
    float operator()(float x, float y) const { return std::hypot(x, y); }
  };

  KernelShapes shapes_;
};

template KernelFunctions make_kernel<NpuHypotOp<float>>();
template KernelFunctions make_kernel<NpuHypotOp<Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuHypotOp<Eigen::half>>();

}  // namespace pluggable
