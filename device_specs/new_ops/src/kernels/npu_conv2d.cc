#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <vector>

#include "ops/npu_conv2d_shape.h"
#include "reference/convolution.h"
#include "reference/enqueue.h"

namespace pluggable {

// NpuConv2D(input: T, filter: T) -> output: T
template <typename T>
class NpuConv2DOp : public OpKernel {
 public:
  explicit NpuConv2DOp(OpKernelConstruction* ctx) : OpKernel(ctx), shapes_(ctx, NpuConv2DShape()) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    const Tensor input = ctx->input(0);
    const Tensor filter = ctx->input(1);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shapes[0], &output));
    if (output->NumElements() == 0) return;
    Convolution convolution;
    OP_REQUIRES_OK(ctx, convolution.Init(attrs_, input.shape(), filter.shape()));
    EnqueueWork(ctx, convolution.cost(),
                [convolution, input = input.span<T>(), filter = filter.span<T>(),
                 output = output->span<T>()](ThreadPool* threads) {
                  convolution.Run(OnDevice(input.data()), OnDevice(filter.data()),
                                  OnDevice(output.data()), threads);
                });
  }

 private:
  KernelShapes shapes_;
  ConvolutionAttrs attrs_;
};

template KernelFunctions make_kernel<NpuConv2DOp<float>>();
template KernelFunctions make_kernel<NpuConv2DOp<Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuConv2DOp<Eigen::half>>();

}  // namespace pluggable
