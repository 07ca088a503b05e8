// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/composed_convolution.h"
#include "reference/convolution.h"
#include "reference/fused_product.h"

namespace pluggable::fusions {

// FusedConv2D(input: T, filter: T, bias: T) -> output: T
template <typename T>
class FusedConv2DOp : public OpKernel {
 public:
  explicit FusedConv2DOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
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
    EnqueueFusedProduct<T>(
        ctx, fused, &choice_,
        [convolution, input = input.span<T>(), filter = filter.span<T>()](
            T* output, ThreadPool* threads, const Finish<T>& finish) {
          convolution.Run(OnDevice(input.data()), OnDevice(filter.data()), output, threads, finish);
        },
        [ctx, &convolution](Composition* steps, const Composition::Value& output,
                            FusedProduct* /*rest*/) {
          ComposeConvolution(ctx, convolution, steps, output);
        });
  }

 private:
  ConvolutionAttrs attrs_;
  Activation activation_ = Activation::kNone;
  CompositionChoice choice_;
};

}  // namespace pluggable::fusions
