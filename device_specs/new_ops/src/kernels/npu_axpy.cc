#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <vector>

#include "ops/npu_axpy_shape.h"

namespace pluggable {

// NpuAxpy(x: T, y: T) -> z: T
template <typename T>
class NpuAxpyOp : public OpKernel {
 public:
  explicit NpuAxpyOp(OpKernelConstruction* ctx) : OpKernel(ctx), shapes_(ctx, NpuAxpyShape()) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("alpha", &alpha_));
  }

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    Tensor* z = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0, 1}, 0, shapes[0], &z));
    const Tensor x = ctx->input(0);
    const Tensor y = ctx->input(1);
    ctx->stream().ForEach(
        x.span<T>(), y.span<T>(), z->span<T>(), [alpha = alpha_](const T& a, const T& b) {
          return static_cast<T>(alpha * static_cast<float>(a) + static_cast<float>(b));
        });
  }

 private:
  KernelShapes shapes_;
  float alpha_ = 0;
};

template KernelFunctions make_kernel<NpuAxpyOp<float>>();
template KernelFunctions make_kernel<NpuAxpyOp<Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuAxpyOp<Eigen::half>>();

}  // namespace pluggable
