// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <string>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/cross_entropy.h"
#include "reference/enqueue.h"
#include "reference/vectorized.h"

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
    EnqueueWork(
        ctx, logits.NumElements() * kCrossEntropyCost,
        [classes = shape.dim_size(1), logits = logits.span<T>(), labels = labels.span<Tlabels>(),
         loss = loss->span<T>(), backprop = backprop->span<T>()](ThreadPool* threads) {
          return Run(OnDevice(logits), classes, OnDevice(labels), OnDevice(loss.data()),
                     OnDevice(backprop.data()), threads);
        });
  }

 private:
  // Writes nothing if a label is out of range. `backprop` may be the logits.
  static Status Run(Span<const T> logits, int64_t classes, Span<const Tlabels> labels, T* loss,
                    T* backprop, ThreadPool* threads) {
    for (const Tlabels& label : labels) {
      if (label < 0 || label >= classes) {
        std::string all;
        for (const Tlabels& value : labels) all += " " + std::to_string(value);
        return errors::InvalidArgument("Received a label value of ", label,
                                       " which is outside the valid range of [0, ", classes,
                                       ").  Label values:", all);
      }
    }
    threads->ParallelFor(static_cast<int64_t>(labels.size()), classes * kCrossEntropyCost,
                         Vectorized([=](int64_t begin, int64_t end) {
                           SoftmaxRow<T> row(classes);
                           for (int64_t i = begin; i < end; ++i) {
                             row.Read(logits.data() + i * classes, 1);
                             const int64_t label = labels[i];
                             T* const out = backprop + i * classes;
                             for (int64_t j = 0; j < classes; ++j) {
                               out[j] = static_cast<T>(row.Probability(j));
                             }
                             out[label] = static_cast<T>(row.Probability(label) - 1);
                             loss[i] = static_cast<T>(row.Surprise(label));
                           }
                         }));
    return Status();
  }
};

}  // namespace pluggable
