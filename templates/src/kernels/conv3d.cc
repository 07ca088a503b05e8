//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/convolution_gradient.h"
#include "reference/enqueue.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T>
class Conv3DOp : public OpKernel {
 public:
  explicit Conv3DOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx, /*rank=*/5));
    OP_REQUIRES_OK(ctx, CheckConvolutionAttrs(attrs_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor filter = ctx->input(1);
    Convolution convolution;
    OP_REQUIRES_OK(ctx, convolution.Init(attrs_, input.shape(), filter.shape()));
    OP_REQUIRES(ctx, filter.NumElements() > 0,
                errors::InvalidArgument("filter must not have zero elements (i.e. all dimensions "
                                        "must be non-zero)"));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, convolution.shape(), &output));
    if (output->NumElements() == 0) return;
    EnqueueWork(ctx, convolution.cost(),
                [convolution, input = input.span<T>(), filter = filter.span<T>(),
                 output = output->span<T>()](ThreadPool* threads) {
                  convolution.Run(OnDevice(input.data()), OnDevice(filter.data()),
                                  OnDevice(output.data()), threads);
                });
  }

 private:
  ConvolutionAttrs attrs_;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
