//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/convolution.h"
#include "reference/fused_product.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T>
class @kernel.class@ : public OpKernel {
 public:
  explicit @kernel.class@(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
    OP_REQUIRES_OK(ctx, CheckConvolutionAttrs(attrs_, TF_UNIMPLEMENTED));
    OP_REQUIRES_OK(ctx, ReadActivation(ctx, &activation_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor filter = ctx->input(1);
    const Tensor bias = ctx->input(2);
    Convolution convolution;
    OP_REQUIRES_OK(ctx, convolution.Init(attrs_, input.shape(), filter.shape()));
    const TensorShape shape = convolution.shape();
    const int64_t channels = shape.dim_size(3);
    OP_REQUIRES(ctx, bias.dims() == 1 && bias.dim_size(0) == channels,
                errors::InvalidArgument("bias must have ", channels,
                                        " elements: ", bias.shape().DebugString()));
    FusedProduct fused;
    fused.shape = shape;
    fused.columns = channels;
    fused.cost = convolution.cost();
    fused.bias = &bias;
    fused.activation = activation_;
    Tensor addend;
    if (ctx->num_inputs() > 3) fused.addend = &(addend = ctx->input(3));
    EnqueueFusedProduct<T>(ctx, fused,
                           [convolution, input = input.span<T>(), filter = filter.span<T>()](
                               T* output, ThreadPool* threads, const Finish<T>& finish) {
                             convolution.Run(OnDevice(input.data()), OnDevice(filter.data()),
                                             output, threads, finish);
                           });
  }

 private:
  ConvolutionAttrs attrs_;
  Activation activation_ = Activation::kNone;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
