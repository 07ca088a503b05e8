#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <atomic>
#include <vector>

#include "ops/npu_counter_shape.h"

namespace pluggable {

// NpuCounter() -> count: int64
class NpuCounterOp : public OpKernel {
 public:
  explicit NpuCounterOp(OpKernelConstruction* ctx)
      : OpKernel(ctx), shapes_(ctx, NpuCounterShape()) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("start", &start_));
  }

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    Tensor* count = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shapes[0], &count));
    ctx->stream().ForEach(count->span<int64_t>(), [now = start_ + calls_++] { return now; });
  }

 private:
  KernelShapes shapes_;
  int64_t start_ = 0;
  std::atomic<int64_t> calls_ = 0;  // several threads may be in Compute at once
};

template KernelFunctions make_kernel<NpuCounterOp>();

}  // namespace pluggable
