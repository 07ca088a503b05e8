//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/host_values.h"
#include "reference/pooling_gradient.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T>
class AvgPool3DGradOp : public OpKernel {
 public:
  explicit AvgPool3DGradOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.ReadWithPlanes(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor orig_input_shape = ctx->input(0);
    const Tensor grad = ctx->input(1);
    OP_REQUIRES(ctx, orig_input_shape.dims() == 1 && orig_input_shape.NumElements() == 5,
                errors::InvalidArgument("tensor_in must be 1-dimensional and 5 elements"));
    OP_REQUIRES(ctx, grad.dims() == 5,
                errors::InvalidArgument("out_backprop must be 5-dimensional"));
    TensorShape shape;
    OP_REQUIRES_OK(ctx,
                   TensorShapeUtils::MakeShape(HostValues(orig_input_shape).data(), 5, &shape));
    PoolingGradient gradient;
    OP_REQUIRES_OK(ctx, gradient.Init(attrs_, shape));
    const TensorShape pooled = gradient.shape();
    OP_REQUIRES(ctx, grad.shape() == pooled,
                errors::InvalidArgument("Expected grad shape to be ", pooled.DebugString(),
                                        ", but got ", grad.shape().DebugString()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    EnqueueWork(ctx, gradient.cost() + output->NumElements(),
                [gradient, grad = grad.span<T>(), output = output->span<T>()](ThreadPool* threads) {
                  gradient.RunAverage(OnDevice(grad.data()), OnDevice(output.data()), threads);
                });
  }

 private:
  PoolingAttrs attrs_;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
