//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/normalize.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T>
class @kernel.class@ : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    Normalization normalization;
    OP_REQUIRES_OK(
        ctx, normalization.Init(ctx->input_shape(0), ctx->input_shape(1), ctx->input_shape(2),
                                ctx->input_shape(3), ctx->input_shape(4), ctx->input_shape(5)));
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, normalization.shape(), &y));
    if (y->NumElements() == 0) return;
    Span<const T> inputs[6];
    for (int i = 0; i < 6; ++i) inputs[i] = ctx->input(i).span<T>();
    EnqueueWork(
        ctx, y->NumElements(),
        [normalization, x = inputs[0], mean = inputs[1], variance = inputs[2], scale = inputs[3],
         offset = inputs[4], epsilon = inputs[5], y = y->span<T>()](ThreadPool* threads) {
          normalization.Run<T>(
              {OnDevice(x.data()), OnDevice(mean.data()), OnDevice(variance.data()),
               OnDevice(scale.data()), OnDevice(offset.data()), OnDevice(epsilon.data())},
              OnDevice(y.data()), threads);
        });
  }
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
