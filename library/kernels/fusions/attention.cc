// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <utility>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/attention.h"
#include "reference/einsum.h"
#include "reference/enqueue.h"

namespace pluggable::fusions {

// Attention(query: T, key: T, value: T, scale: T) -> y: T
template <typename T>
class AttentionOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const bool has_mask = ctx->num_inputs() > 4;
    const TensorShape mask_shape = has_mask ? ctx->input_shape(4) : TensorShape();
    const TensorShape other_shape = has_mask ? ctx->input_shape(5) : TensorShape();
    Attention attention;
    OP_REQUIRES_OK(ctx,
                   attention.Init(ctx->input_shape(0), ctx->input_shape(1), ctx->input_shape(2),
                                  ctx->input_shape(3), has_mask ? &mask_shape : nullptr,
                                  has_mask ? &other_shape : nullptr));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, attention.shape(), &output));
    if (output->NumElements() == 0) return;
    if (choice_.IsComposed(ctx)) return Compose(ctx, attention, has_mask, output);
    Span<const T> inputs[4];
    for (int i = 0; i < 4; ++i) inputs[i] = ctx->input(i).template span<T>();
    const bool* const mask = has_mask ? ctx->input(4).template span<bool>().data() : nullptr;
    const T* const other = has_mask ? ctx->input(5).template span<T>().data() : nullptr;
    EnqueueWork(ctx, attention.cost(),
                [attention, query = inputs[0], key = inputs[1], value = inputs[2],
                 scale = inputs[3], mask, other, output = output->span<T>()](ThreadPool* threads) {
                  attention.Run<T>(
                      {OnDevice(query.data()),
                       OnDevice(key.data()),
                       OnDevice(value.data()),
                       {OnDevice(scale.data()), mask == nullptr ? nullptr : OnDevice(mask),
                        other == nullptr ? nullptr : OnDevice(other)}},
                      OnDevice(output.data()), threads);
                });
  }

 private:
  using Value = Composition::Value;

  void Compose(OpKernelContext* ctx, const Attention& attention, bool has_mask, Tensor* output) {
    const MaskedScores& masks = attention.scores();
    const DataType dtype = output->dtype();
    std::vector<Tensor> temporaries;  // for both products
    Composition steps(ctx);
    const Value scale = steps.Input(3);
    const Value mask = has_mask ? steps.Input(4) : Value();
    const Value other = has_mask ? steps.Input(5) : Value();
    Tensor scores;
    steps.Do([&] { return ctx->allocate_temp(dtype, attention.scored_shape(), &scores); });
    Compose(ctx, "BTNH,BSNH->BNTS", ctx->input(0), ctx->input(1), &steps, &scores, &temporaries);
    Tensor masked;
    const bool is_in_place = masks.shape() == scores.shape();
    if (!is_in_place) {
      steps.Do([&] { return ctx->allocate_temp(dtype, masks.shape(), &masked); });
    }
    Tensor* const probabilities = is_in_place ? &scores : &masked;
    masks.Compose(&steps, Composition::Of(scores), scale, &mask, &other,
                  Composition::Of(*probabilities));
    ComposeSoftmax(ctx, &steps, Composition::Of(*probabilities));
    Compose(ctx, "BNTS,BSNH->BTNH", std::move(*probabilities), ctx->input(2), &steps, output,
            &temporaries);
    steps.Finish(&choice_);
  }

  static void Compose(OpKernelContext* ctx, const char* equation, Tensor left, Tensor right,
                      Composition* steps, Tensor* result, std::vector<Tensor>* temporaries) {
    steps->Do([&] {
      if (result->NumElements() == 0) return Status();
      EinsumEquation parsed;
      Einsum einsum;
      Status status = parsed.Parse(equation);
      if (status.ok()) status = einsum.Init(parsed, {left.shape(), right.shape()});
      if (!status.ok()) return status;
      std::vector<Tensor> operands;
      operands.push_back(std::move(left));
      operands.push_back(std::move(right));
      return einsum.Enqueue<T>(ctx, operands, result, temporaries);
    });
  }

  CompositionChoice choice_;
};

}  // namespace pluggable::fusions
