// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/softmax.h"

namespace pluggable {

// Softmax(logits: T) -> softmax: T
template <typename T>
class SoftmaxOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input_shape(0);
    OP_REQUIRES(
        ctx, shape.dims() >= 1,
        errors::InvalidArgument("logits must have >= 1 dimension, got ", shape.DebugString()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shape, &output));
    if (output->NumElements() == 0) return;
    const Tensor logits = ctx->input(0);
    const int64_t classes = shape.dim_size(shape.dims() - 1);
    EnqueueWork(
        ctx, logits.NumElements() * kSoftmaxCost,
        [classes, logits = logits.span<T>(), output = output->span<T>()](ThreadPool* threads) {
          Softmax<T>(OnDevice(logits), classes, /*logarithm=*/false, OnDevice(output), threads);
        });
  }
};

}  // namespace pluggable
