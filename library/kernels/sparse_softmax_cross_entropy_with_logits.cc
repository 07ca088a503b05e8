// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/cross_entropy.h"

namespace pluggable {

// SparseSoftmaxCrossEntropyWithLogits(features: T, labels: Tlabels) -> loss: T, backprop: T
template <typename T, typename Tlabels>
class SparseSoftmaxCrossEntropyWithLogitsOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input_shape(0);
    const TensorShape labels_shape = ctx->input_shape(1);
    OP_REQUIRES(ctx, shape.dims() == 2,
                errors::InvalidArgument("logits must be 2-D, but got shape ", shape.DebugString()));
    OP_REQUIRES(
        ctx, labels_shape.dims() == 1,
        errors::InvalidArgument("labels must be 1-D, but got shape ", labels_shape.DebugString()));
    OP_REQUIRES(ctx, labels_shape.dim_size(0) == shape.dim_size(0),
                errors::InvalidArgument(
                    "logits and labels must have the same first dimension, got logits shape ",
                    shape.DebugString(), " and labels shape ", labels_shape.DebugString()));
    OP_REQUIRES(ctx, shape.dim_size(1) > 0,
                errors::InvalidArgument("Must have at least one class, but got logits shape ",
                                        shape.DebugString()));
    Tensor* loss = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, labels_shape, &loss));
    Tensor* backprop = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 1, shape, &backprop));
    if (backprop->NumElements() == 0) return;
    const Tensor logits = ctx->input(0);
    const Tensor labels = ctx->input(1);
    compute::CrossEntropyPlan plan;
    plan.dtype = logits.dtype();
    plan.rows = shape.dim_size(0);
    plan.classes = shape.dim_size(1);
    plan.logits = {logits.data(), plan.classes, 1};
    plan.class_dtype = labels.dtype();
    plan.label_classes = labels.data();
    plan.loss = loss->data();
    plan.backprop = backprop->data();
    OP_REQUIRES_OK(ctx, compute::CrossEntropy(ctx->stream(), plan));
  }
};

}  // namespace pluggable
