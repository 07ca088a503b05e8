// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/masked_scores.h"
#include "reference/softmax.h"

namespace pluggable::fusions {

// MaskedSoftmax(x: T, scale: T, mask: bool, other: T) -> y: T
template <typename T>
class MaskedSoftmaxOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const bool has_mask = ctx->num_inputs() > 2;
    const TensorShape mask_shape = has_mask ? ctx->input_shape(2) : TensorShape();
    const TensorShape other_shape = has_mask ? ctx->input_shape(3) : TensorShape();
    // The factors may be in any order: the scores are the one that is not a scalar.
    const int scores_index = ctx->input_shape(0).num_elements() == 1 ? 1 : 0;
    MaskedScores scores;
    OP_REQUIRES_OK(
        ctx, scores.Init(ctx->input_shape(scores_index), ctx->input_shape(1 - scores_index),
                         has_mask ? &mask_shape : nullptr, has_mask ? &other_shape : nullptr));
    const TensorShape shape = scores.shape();
    OP_REQUIRES(
        ctx, shape.dims() >= 1,
        errors::InvalidArgument("logits must have >= 1 dimension, got ", shape.DebugString()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    if (choice_.IsComposed(ctx)) {
      return Compose(ctx, scores, scores_index, has_mask, Composition::Of(*output));
    }
    const bool* const mask = has_mask ? ctx->input(2).template span<bool>().data() : nullptr;
    const T* const other = has_mask ? ctx->input(3).template span<T>().data() : nullptr;
    EnqueueWork(ctx, output->NumElements() * kSoftmaxCost,
                [scores, x = ctx->input(scores_index).template span<T>(),
                 scale = ctx->input(1 - scores_index).template span<T>(), mask, other,
                 columns = shape.dim_size(shape.dims() - 1),
                 output = output->span<T>()](ThreadPool* threads) {
                  const MaskedScores::Inputs<T> inputs{
                      OnDevice(scale.data()), mask == nullptr ? nullptr : OnDevice(mask),
                      other == nullptr ? nullptr : OnDevice(other)};
                  const T* const in = OnDevice(x.data());
                  T* const out = OnDevice(output.data());
                  if (!scores.is_plain()) {
                    const std::vector<T> all = scores.Run(inputs, in);
                    std::copy(all.begin(), all.end(), out);
                  }
                  threads->ParallelFor(static_cast<int64_t>(output.size()) / columns,
                                       columns * kSoftmaxCost, [&](int64_t begin, int64_t end) {
                                         const int64_t first = begin * columns;
                                         const int64_t last = end * columns;
                                         if (scores.is_plain()) {
                                           std::copy(in + first, in + last, out + first);
                                           scores.RunPlain(inputs, first, last, out + first);
                                         }
                                         SoftmaxInPlace(end - begin, columns, out + first);
                                       });
                });
  }

 private:
  void Compose(OpKernelContext* ctx, const MaskedScores& scores, int scores_index, bool has_mask,
               const Composition::Value& output) {
    Composition steps(ctx);
    const Composition::Value mask = has_mask ? steps.Input(2) : Composition::Value();
    const Composition::Value other = has_mask ? steps.Input(3) : Composition::Value();
    scores.Compose(&steps, steps.Input(scores_index), steps.Input(1 - scores_index), &mask, &other,
                   output);
    ComposeSoftmax(ctx, &steps, output);
    steps.Finish(&choice_);
  }

  CompositionChoice choice_;
};

}  // namespace pluggable::fusions
