// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/batch_norm_gradient.h"
#include "reference/enqueue.h"

namespace pluggable {

// FusedBatchNormGradV3(y_backprop: T, x: T, scale: float, reserve_space_1: U, reserve_space_2: U,
//     reserve_space_3: U) -> x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_4:
//     U, reserve_space_5: U
template <typename T, typename U>
class FusedBatchNormGradV3Op : public OpKernel {
 public:
  explicit FusedBatchNormGradV3Op(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::string data_format;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("epsilon", &epsilon_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("is_training", &is_training_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("data_format", &data_format));
    channels_first_ = data_format == "NCHW" || data_format == "NCDHW";
  }

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input_shape(0);
    OP_REQUIRES_OK(ctx, CheckInputs(ctx, shape));
    const int channel_dim = channels_first_ ? 1 : shape.dims() - 1;
    const ChannelLayout layout = ChannelLayout::Of(shape, channel_dim);

    const TensorShape per_channel({layout.channels});
    Tensor* x_backprop = nullptr;
    Tensor* scale_backprop = nullptr;
    Tensor* offset_backprop = nullptr;
    Tensor* unused = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shape, &x_backprop));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, per_channel, &scale_backprop));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(2, per_channel, &offset_backprop));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(3, TensorShape({0}), &unused));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(4, TensorShape({0}), &unused));
    Work work;
    work.y_backprop = ctx->input(0).data();
    work.x = ctx->input(1).data();
    work.scale = ctx->input(2).span<U>().data();
    work.mean = ctx->input(3).span<U>().data();
    work.variance = ctx->input(4).span<U>().data();
    work.x_backprop = x_backprop->data();
    work.scale_backprop = scale_backprop->span<U>().data();
    work.offset_backprop = offset_backprop->span<U>().data();
    work.layout = layout;
    work.epsilon = epsilon_;
    work.is_training = is_training_;
    EnqueueWork(ctx, 4 * shape.num_elements(), [work](ThreadPool* threads) { work.Run(threads); });
  }

 private:
  // What the stream has to know.
  struct Work {
    const void* y_backprop;
    const void* x;
    const U* scale;
    const U* mean;
    const U* variance;
    void* x_backprop;
    U* scale_backprop;
    U* offset_backprop;
    ChannelLayout layout;
    float epsilon;
    bool is_training;

    void Run(ThreadPool* threads) const {
      const NormalizedBy moments = {OnDevice(mean), OnDevice(variance), OnDevice(scale), epsilon,
                                    is_training};
      NormalizeChannelsGradient(layout, moments, static_cast<const T*>(OnDevice(y_backprop)),
                                static_cast<const T*>(OnDevice(x)),
                                static_cast<T*>(OnDevice(x_backprop)), OnDevice(scale_backprop),
                                OnDevice(offset_backprop), threads);
    }
  };

  Status CheckInputs(OpKernelContext* ctx, const TensorShape& y_backprop) const {
    const TensorShape x = ctx->input_shape(1);
    if (y_backprop.dims() != 4 && y_backprop.dims() != 5) {
      return errors::InvalidArgument("input must be 4 or 5-dimensional", y_backprop.DebugString());
    }
    if (x.dims() != 4 && x.dims() != 5) {
      return errors::InvalidArgument("input must be 4 or 5-dimensional", x.DebugString());
    }
    constexpr const char* kNames[] = {"scale", "saved mean", "saved variance"};
    for (int i = 0; i < 3; ++i) {
      const TensorShape shape = ctx->input_shape(2 + i);
      if (shape.dims() != 1) {
        return errors::InvalidArgument(kNames[i], " must be 1-dimensional", shape.DebugString());
      }
    }
    if (!(x == y_backprop)) {
      return errors::InvalidArgument("x and y_backprop must have same shape, but x has shape ",
                                     x.DebugString(), " and y_backprop has shape ",
                                     y_backprop.DebugString());
    }
    const int64_t channels = x.dim_size(channels_first_ ? 1 : x.dims() - 1);
    constexpr const char* kShortNames[] = {"scale", "reserve_space_1", "reserve_space_2"};
    for (int i = 0; i < 3; ++i) {
      const int64_t size = ctx->input_shape(2 + i).dim_size(0);
      if (size == channels) continue;
      return errors::InvalidArgument(kShortNames[i],
                                     " must have the same number of elements as the channels of x, "
                                     "got ",
                                     size, " and ", channels);
    }
    return Status();
  }

  float epsilon_ = 0;
  bool is_training_ = true;
  bool channels_first_ = false;
};

}  // namespace pluggable
