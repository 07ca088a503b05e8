// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/cross_entropy.h"

namespace pluggable {

// SoftmaxCrossEntropyWithLogits(features: T, labels: T) -> loss: T, backprop: T
template <typename T>
class SoftmaxCrossEntropyWithLogitsOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor logits = ctx->input(0);
    const Tensor labels = ctx->input(1);
    const TensorShape& a = logits.shape();
    const TensorShape& b = labels.shape();
    int64_t sizes[2] = {};
    OP_REQUIRES(ctx, BroadcastSize(a, b, 0, &sizes[0]) && BroadcastSize(a, b, 1, &sizes[1]),
                errors::InvalidArgument("logits and labels must be broadcastable: logits_size=",
                                        a.DebugString(), " labels_size=", b.DebugString()));
    OP_REQUIRES(ctx, std::max(a.dims(), b.dims()) == 2,
                errors::InvalidArgument("logits and labels must be either 2-dimensional, or "
                                        "broadcasted to be 2-dimensional"));
    Tensor* loss = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({sizes[1]}), &loss));
    Tensor* backprop = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, TensorShape({sizes[1], sizes[0]}), &backprop));
    if (loss->NumElements() == 0) return;
    compute::CrossEntropyPlan plan;
    plan.dtype = logits.dtype();
    plan.rows = sizes[1];
    plan.classes = sizes[0];
    plan.logits = View(logits);
    plan.labels = View(labels);
    plan.loss = loss->data();
    plan.backprop = backprop->data();
    OP_REQUIRES_OK(ctx, compute::CrossEntropy(ctx->stream(), plan));
  }

 private:
  static compute::CrossEntropyPlan::View View(const Tensor& tensor) {
    const int64_t classes = Size(tensor.shape(), 0);
    return {tensor.data(), Size(tensor.shape(), 1) == 1 ? 0 : classes, classes == 1 ? 0 : 1};
  }

  // The size of the dimension `from_last`, counted from the end; 1 if there is none.
  static int64_t Size(const TensorShape& shape, int from_last) {
    return from_last < shape.dims() ? shape.dim_size(shape.dims() - 1 - from_last) : 1;
  }

  static bool BroadcastSize(const TensorShape& a, const TensorShape& b, int from_last,
                            int64_t* size) {
    const int64_t x = Size(a, from_last);
    const int64_t y = Size(b, from_last);
    *size = x == 1 ? y : x;
    return x == y || x == 1 || y == 1;
  }
};

}  // namespace pluggable
