// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/attention.h"
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
};

}  // namespace pluggable::fusions
