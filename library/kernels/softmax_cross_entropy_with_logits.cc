// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/cross_entropy.h"
#include "reference/enqueue.h"
#include "reference/vectorized.h"

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
    EnqueueWork(ctx, (backprop->NumElements() + loss->NumElements()) * kCrossEntropyCost,
                [classes = sizes[0], logits = View(logits), labels = View(labels),
                 loss = loss->span<T>(), backprop = backprop->span<T>()](ThreadPool* threads) {
                  Run(logits, labels, classes, OnDevice(loss), OnDevice(backprop.data()), threads);
                });
  }

 private:
  // A tensor and how far it is from one element to the next: 0 where it broadcasts.
  struct View {
    explicit View(const Tensor& tensor)
        : values(tensor.span<T>()),
          row_step(Size(tensor.shape(), 1) == 1 ? 0 : Size(tensor.shape(), 0)),
          step(Size(tensor.shape(), 0) == 1 ? 0 : 1) {}

    Span<const T> values;
    int64_t row_step;
    int64_t step;
  };

  // Dimension `from_last`, counted from the last; 1 where there is none.
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

  static void Run(const View& logits, const View& labels, int64_t classes, Span<T> loss,
                  T* backprop, ThreadPool* threads) {
    using C = ComputeType<T>;
    const T* const x = OnDevice(logits.values.data());
    const T* const y = OnDevice(labels.values.data());
    threads->ParallelFor(static_cast<int64_t>(loss.size()), (classes + 1) * kCrossEntropyCost,
                         Vectorized([=](int64_t begin, int64_t end) {
                           SoftmaxRow<T> row(classes);
                           for (int64_t i = begin; i < end; ++i) {
                             row.Read(x + i * logits.row_step, logits.step);
                             const T* const wanted = y + i * labels.row_step;
                             T* const out = backprop + i * classes;
                             C sum = 0;
                             for (int64_t j = 0; j < classes; ++j) {
                               const C label = static_cast<C>(wanted[j * labels.step]);
                               sum += label * row.Surprise(j);
                               out[j] = static_cast<T>(row.Probability(j) - label);
                             }
                             loss[i] = static_cast<T>(sum);
                           }
                         }));
  }
};

}  // namespace pluggable
