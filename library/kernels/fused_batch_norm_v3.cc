// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/batch_norm.h"
#include "reference/batch_norm.h"

namespace pluggable {

// FusedBatchNormV3(x: T, scale: U, offset: U, mean: U, variance: U) -> y: T, batch_mean: U,
//     batch_variance: U, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U
template <typename T, typename U>
class FusedBatchNormV3Op : public OpKernel {
 public:
  explicit FusedBatchNormV3Op(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::string data_format;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("epsilon", &epsilon_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("exponential_avg_factor", &exponential_avg_factor_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("is_training", &is_training_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("data_format", &data_format));
    channels_first_ = data_format == "NCHW" || data_format == "NCDHW";
  }

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input_shape(0);
    OP_REQUIRES(ctx, shape.dims() == 4 || shape.dims() == 5,
                errors::InvalidArgument("input must be 4 or 5-dimensional", shape.DebugString()));
    const int channel_dim = channels_first_ ? 1 : shape.dims() - 1;
    const int64_t channels = shape.dim_size(channel_dim);
    OP_REQUIRES_OK(ctx, CheckInputs(ctx, channels));
    const ChannelLayout layout = ChannelLayout::Of(shape, channel_dim);

    Tensor* y = nullptr;
    Tensor* statistics[4];  // the new mean and variance; those used, for the gradient
    Tensor* reserve = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shape, &y));
    for (int i = 0; i < 4; ++i) {
      OP_REQUIRES_OK(ctx, ctx->allocate_output(1 + i, TensorShape({channels}), &statistics[i]));
    }
    OP_REQUIRES_OK(ctx, ctx->allocate_output(5, TensorShape(), &reserve));
    compute::BatchNormPlan plan;
    plan.dtype = y->dtype();
    plan.outer = layout.outer;
    plan.channels = layout.channels;
    plan.inner = layout.inner;
    plan.is_training = is_training_;
    plan.epsilon = epsilon_;
    plan.new_share = exponential_avg_factor_;
    plan.x = ctx->input(0).data();
    plan.scale = ctx->input(1).span<U>().data();
    plan.offset = ctx->input(2).span<U>().data();
    plan.mean = ctx->input(3).span<U>().data();
    plan.variance = ctx->input(4).span<U>().data();
    plan.y = y->data();
    plan.new_mean = statistics[0]->span<U>().data();
    plan.new_variance = statistics[1]->span<U>().data();
    plan.used_mean = statistics[2]->span<U>().data();
    plan.used_variance = statistics[3]->span<U>().data();
    plan.zero = reserve->span<U>().data();
    OP_REQUIRES_OK(ctx, compute::BatchNorm(ctx->stream(), plan));
  }

 private:
  Status CheckInputs(OpKernelContext* ctx, int64_t channels) const {
    constexpr const char* kNames[] = {"scale", "offset", "estimated_mean", "estimated_variance"};
    for (int i = 0; i < 4; ++i) {
      const TensorShape shape = ctx->input_shape(1 + i);
      if (shape.dims() != 1) {
        return errors::InvalidArgument(kNames[i], " must be 1-dimensional", shape.DebugString());
      }
    }
    constexpr const char* kShortNames[] = {"scale", "offset", "mean", "variance"};
    for (int i = 0; i < 4; ++i) {
      const int64_t size = ctx->input_shape(1 + i).dim_size(0);
      if (size == channels) continue;
      std::string when;
      if (i >= 2) {
        if (is_training_ && exponential_avg_factor_ == 1) continue;
        when = is_training_ ? "When exponential_avg_factor != 1, " : "When is_training=false, ";
      }
      return errors::InvalidArgument(when, kShortNames[i],
                                     " must have the same number of elements as the channels of x, "
                                     "got ",
                                     size, " and ", channels);
    }
    return Status();
  }

  float epsilon_ = 0;
  float exponential_avg_factor_ = 1;
  bool is_training_ = true;
  bool channels_first_ = false;
};

}  // namespace pluggable
