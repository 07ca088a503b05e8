// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/batch_norm.h"
#include "reference/enqueue.h"

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
    Tensor* statistics[4];  // new mean and variance; those that were used, for the gradient
    Tensor* reserve = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shape, &y));
    for (int i = 0; i < 4; ++i) {
      OP_REQUIRES_OK(ctx, ctx->allocate_output(1 + i, TensorShape({channels}), &statistics[i]));
    }
    OP_REQUIRES_OK(ctx, ctx->allocate_output(5, TensorShape(), &reserve));
    Work work;
    work.x = ctx->input(0).data();
    work.scale = ctx->input(1).span<U>().data();
    work.offset = ctx->input(2).span<U>().data();
    work.mean = ctx->input(3).span<U>().data();
    work.variance = ctx->input(4).span<U>().data();
    work.y = y->data();
    for (int i = 0; i < 4; ++i) work.statistics[i] = statistics[i]->span<U>().data();
    work.reserve = reserve->span<U>().data();
    work.layout = layout;
    work.epsilon = epsilon_;
    work.exponential_avg_factor = exponential_avg_factor_;
    work.is_training = is_training_;
    EnqueueWork(ctx, 4 * shape.num_elements(), [work](ThreadPool* threads) { work.Run(threads); });
  }

 private:
  // What the stream has to know.
  struct Work {
    const void* x;
    const U* scale;
    const U* offset;
    const U* mean;
    const U* variance;
    void* y;
    U* statistics[4];
    U* reserve;
    ChannelLayout layout;
    float epsilon;
    float exponential_avg_factor;
    bool is_training;

    void Run(ThreadPool* threads) const {
      const T* in = static_cast<const T*>(OnDevice(x));
      U* new_mean = OnDevice(statistics[0]);
      U* new_variance = OnDevice(statistics[1]);
      U* used_mean = OnDevice(statistics[2]);
      U* used_variance = OnDevice(statistics[3]);
      *OnDevice(reserve) = 0;
      if (is_training) {
        ChannelMoments(layout, in, used_mean, used_variance, threads);
        // The running variance is that of the population from which the batch was drawn.
        const U count = static_cast<U>(layout.per_channel());
        const U unbiased = count / std::max<U>(count - 1, 1);
        const U factor = exponential_avg_factor;
        const U* old_mean = OnDevice(mean);
        const U* old_variance = OnDevice(variance);
        for (int64_t c = 0; c < layout.channels; ++c) {
          new_mean[c] = used_mean[c];
          new_variance[c] = used_variance[c] * unbiased;
          if (factor == 1) continue;
          new_mean[c] = (1 - factor) * old_mean[c] + factor * new_mean[c];
          new_variance[c] = (1 - factor) * old_variance[c] + factor * new_variance[c];
        }
      } else {
        std::copy_n(OnDevice(mean), layout.channels, used_mean);
        std::copy_n(OnDevice(variance), layout.channels, used_variance);
        std::copy_n(used_mean, layout.channels, new_mean);
        std::copy_n(used_variance, layout.channels, new_variance);
      }
      NormalizeChannels(layout, in, used_mean, used_variance, OnDevice(scale), OnDevice(offset),
                        epsilon, static_cast<T*>(OnDevice(y)), threads);
    }
  };

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
