// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/batch_norm.h"
#include "plugin/features/device.h"
#include "reference/batch_norm.h"

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
    OP_REQUIRES_OK(ctx, MakeResult(ctx, shape, &x_backprop));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, per_channel, &scale_backprop));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(2, per_channel, &offset_backprop));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(3, TensorShape({0}), &unused));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(4, TensorShape({0}), &unused));
    compute::BatchNormGradientPlan plan;
    plan.dtype = x_backprop->dtype();
    plan.outer = layout.outer;
    plan.channels = layout.channels;
    plan.inner = layout.inner;
    plan.is_training = is_training_;
    plan.epsilon = epsilon_;
    plan.y_gradient = ctx->input(0).data();
    plan.x = ctx->input(1).data();
    plan.scale = ctx->input(2).span<U>().data();
    plan.mean = ctx->input(3).span<U>().data();
    plan.variance = ctx->input(4).span<U>().data();
    plan.x_gradient = x_backprop->data();
    plan.scale_gradient = scale_backprop->span<U>().data();
    plan.offset_gradient = offset_backprop->span<U>().data();
    OP_REQUIRES_OK(ctx, compute::BatchNormGradient(ctx->stream(), plan));
  }

 private:
  static Status MakeResult(OpKernelContext* ctx, const TensorShape& shape, Tensor** x_backprop) {
    // cuDNN does not compute in place. TensorFlow's kernel for GPUs forwards nothing either.
    if constexpr (features::kCudaLibraries) return ctx->allocate_output(0, shape, x_backprop);
    return ctx->forward_input_or_allocate_output({0}, 0, shape, x_backprop);
  }

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
