#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <utility>
#include <vector>

#include "ops/npu_sum_axes_shape.h"
#include "reference/enqueue.h"
#include "reference/reduction.h"

namespace pluggable {

// NpuSumAxes(x: T) -> sum: T
template <typename T>
class NpuSumAxesOp : public OpKernel {
 public:
  explicit NpuSumAxesOp(OpKernelConstruction* ctx)
      : OpKernel(ctx), shapes_(ctx, NpuSumAxesShape()) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("axes", &axes_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("keep_dims", &keep_dims_));
  }

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    const Tensor x = ctx->input(0);
    Tensor* sum = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shapes[0], &sum));
    if (sum->NumElements() == 0) return;
    Reduction reduction;
    OP_REQUIRES_OK(ctx, reduction.Init(x.shape(), axes_, keep_dims_));
    EnqueueWork(ctx, x.NumElements() + sum->NumElements(),
                [reduction = std::move(reduction), x = x.span<T>(),
                 sum = sum->span<T>()](ThreadPool* threads) {
                  reduction.Run<SumReducer>(OnDevice(x.data()), OnDevice(sum.data()), threads);
                });
  }

 private:
  KernelShapes shapes_;
  std::vector<int64_t> axes_;
  bool keep_dims_ = false;
};

template KernelFunctions make_kernel<NpuSumAxesOp<float>>();
template KernelFunctions make_kernel<NpuSumAxesOp<Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuSumAxesOp<Eigen::half>>();

}  // namespace pluggable
