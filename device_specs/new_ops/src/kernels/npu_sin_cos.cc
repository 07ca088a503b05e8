#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <cmath>
#include <vector>

#include "ops/npu_sin_cos_shape.h"

namespace pluggable {

// NpuSinCos(x: T) -> sine: T, cosine: T
template <typename T>
class NpuSinCosOp : public OpKernel {
 public:
  explicit NpuSinCosOp(OpKernelConstruction* ctx) : OpKernel(ctx), shapes_(ctx, NpuSinCosShape()) {}

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    const Tensor x = ctx->input(0);
    Tensor* sine = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shapes[0], &sine));
    Tensor* cosine = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, shapes[1], &cosine));
    ctx->stream().ParallelFor(x.NumElements(), kCost,
                              [x = x.span<T>(), sine = sine->span<T>(), cosine = cosine->span<T>()](
                                  int64_t begin, int64_t end) {
                                const T* const from = OnDevice(x.data());
                                T* const sines = OnDevice(sine.data());
                                T* const cosines = OnDevice(cosine.data());
                                for (int64_t i = begin; i < end; ++i) {
                                  const float angle = static_cast<float>(from[i]);
                                  sines[i] = static_cast<T>(std::sin(angle));
                                  cosines[i] = static_cast<T>(std::cos(angle));
                                }
                              });
  }

 private:
  static constexpr int64_t kCost = 20;  // nanoseconds an element, about

  KernelShapes shapes_;
};

template KernelFunctions make_kernel<NpuSinCosOp<float>>();
template KernelFunctions make_kernel<NpuSinCosOp<Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuSinCosOp<Eigen::half>>();

}  // namespace pluggable
