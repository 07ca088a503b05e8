#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <vector>

#include "ops/npu_mat_mul_bias_shape.h"
#include "reference/enqueue.h"
#include "reference/matmul.h"

namespace pluggable {

// NpuMatMulBias(a: T, b: T, bias: T) -> y: T
template <typename T>
class NpuMatMulBiasOp : public OpKernel {
 public:
  explicit NpuMatMulBiasOp(OpKernelConstruction* ctx)
      : OpKernel(ctx), shapes_(ctx, NpuMatMulBiasShape()) {}

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    const Tensor a = ctx->input(0);
    const Tensor b = ctx->input(1);
    const Tensor bias = ctx->input(2);
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shapes[0], &y));
    if (y->NumElements() == 0) return;
    const int64_t m = a.dim_size(0);
    const int64_t k = a.dim_size(1);
    const int64_t n = b.dim_size(1);
    EnqueueWork(ctx, MatrixProductCost(m, n, k),
                [m, k, n, a = a.span<T>(), b = b.span<T>(), bias = bias.span<T>(),
                 y = y->span<T>()](ThreadPool* threads) {
                  T* const product = OnDevice(y.data());
                  const T* const row = OnDevice(bias.data());
                  MatrixProduct<T>(m, n, k, {OnDevice(a.data()), k}, {OnDevice(b.data()), n},
                                   product, n, threads);
                  for (int64_t i = 0; i < m * n; ++i) product[i] += row[i % n];
                });
  }

 private:
  KernelShapes shapes_;
};

template KernelFunctions make_kernel<NpuMatMulBiasOp<float>>();
template KernelFunctions make_kernel<NpuMatMulBiasOp<Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuMatMulBiasOp<Eigen::half>>();

}  // namespace pluggable
