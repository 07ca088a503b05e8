#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <algorithm>
#include <vector>

#include "ops/npu_filled_shape.h"

namespace pluggable {

// NpuFilled(dims: Tdims, value: T) -> filled: T
template <typename T, typename Tdims>
class NpuFilledOp : public OpKernel {
 public:
  explicit NpuFilledOp(OpKernelConstruction* ctx) : OpKernel(ctx), shapes_(ctx, NpuFilledShape()) {}

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    const Tensor value = ctx->input(1);
    Tensor* filled = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shapes[0], &filled));
    ctx->stream().ParallelFor(
        filled->NumElements(), 1,
        [value = value.span<T>(), filled = filled->span<T>()](int64_t begin, int64_t end) {
          T* const to = OnDevice(filled.data());
          std::fill(to + begin, to + end, *OnDevice(value.data()));
        });
  }

 private:
  KernelShapes shapes_;
};

template KernelFunctions make_kernel<NpuFilledOp<float, int32_t>>();
template KernelFunctions make_kernel<NpuFilledOp<float, int64_t>>();
template KernelFunctions make_kernel<NpuFilledOp<int64_t, int32_t>>();
template KernelFunctions make_kernel<NpuFilledOp<int64_t, int64_t>>();
template KernelFunctions make_kernel<NpuFilledOp<Eigen::bfloat16, int32_t>>();
template KernelFunctions make_kernel<NpuFilledOp<Eigen::bfloat16, int64_t>>();
template KernelFunctions make_kernel<NpuFilledOp<Eigen::half, int32_t>>();
template KernelFunctions make_kernel<NpuFilledOp<Eigen::half, int64_t>>();

}  // namespace pluggable
