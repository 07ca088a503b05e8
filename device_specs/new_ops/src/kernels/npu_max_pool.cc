#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <vector>

#include "ops/npu_max_pool_shape.h"
#include "reference/enqueue.h"
#include "reference/pooling.h"

namespace pluggable {

// NpuMaxPool(x: T) -> y: T
template <typename T>
class NpuMaxPoolOp : public OpKernel {
 public:
  explicit NpuMaxPoolOp(OpKernelConstruction* ctx)
      : OpKernel(ctx), shapes_(ctx, NpuMaxPoolShape()) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx, /*has_explicit_paddings=*/false));
  }

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    const Tensor x = ctx->input(0);
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shapes[0], &y));
    if (y->NumElements() == 0) return;
    Pooling pooling;
    OP_REQUIRES_OK(ctx, pooling.Init(attrs_, x.shape()));
    EnqueueWork(ctx, pooling.cost(),
                [pooling, x = x.span<T>(), y = y->span<T>()](ThreadPool* threads) {
                  pooling.RunMax(OnDevice(x.data()), OnDevice(y.data()), threads);
                });
  }

 private:
  KernelShapes shapes_;
  PoolingAttrs attrs_;
};

template KernelFunctions make_kernel<NpuMaxPoolOp<float>>();
template KernelFunctions make_kernel<NpuMaxPoolOp<Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuMaxPoolOp<Eigen::half>>();

}  // namespace pluggable
