// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/softmax.h"

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
    OP_REQUIRES_OK(ctx, compute::Softmax(ctx->stream(), {logits.dtype(), /*is_logarithm=*/false,
                                                         logits.NumElements() / classes, classes,
                                                         logits.data(), output->data()}));
  }
};

}  // namespace pluggable
