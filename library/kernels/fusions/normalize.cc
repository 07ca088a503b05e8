// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/normalize.h"

namespace pluggable::fusions {

// Normalize(x: T, mean: T, variance: T, scale: T, offset: T, epsilon: T) -> y: T
template <typename T>
class NormalizeOp : public OpKernel {
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
    if (choice_.IsComposed(ctx)) {
      Composition steps(ctx);
      const Composition::Value inputs[] = {steps.Input(0), steps.Input(1), steps.Input(2),
                                           steps.Input(3), steps.Input(4), steps.Input(5)};
      normalization.Compose(
          &steps, {&inputs[0], &inputs[1], &inputs[2], &inputs[3], &inputs[4], &inputs[5]},
          Composition::Of(*y));
      return steps.Finish(&choice_);
    }
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

 private:
  CompositionChoice choice_;
};

}  // namespace pluggable::fusions
