// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>

#include "compute/batch_norm.h"
#include "compute/dtype_switch.h"
#include "compute/on_host.h"
#include "reference/batch_norm.h"
#include "reference/batch_norm_gradient.h"

namespace pluggable::compute {

namespace {

// The cost of an element in nanoseconds on one core.
constexpr int64_t kElementCost = 4;

// Computes the statistics of a batch, and updates the running ones.
template <typename T>
void UpdateStatistics(const BatchNormPlan& plan, const ChannelLayout& layout, const T* x) {
  float* const new_mean = OnDevice(plan.new_mean);
  float* const new_variance = OnDevice(plan.new_variance);
  float* const used_mean = OnDevice(plan.used_mean);
  float* const used_variance = OnDevice(plan.used_variance);
  if (!plan.is_training) {
    std::copy_n(OnDevice(plan.mean), layout.channels, used_mean);
    std::copy_n(OnDevice(plan.variance), layout.channels, used_variance);
    std::copy_n(used_mean, layout.channels, new_mean);
    std::copy_n(used_variance, layout.channels, new_variance);
    return;
  }
  ChannelMoments(layout, x, used_mean, used_variance, &ThreadPool::Global());
  // The running variance estimates that of the population from which the batch was drawn.
  const auto count = static_cast<float>(layout.per_channel());
  const float unbiased = count / std::max<float>(count - 1, 1);
  const float factor = plan.new_share;
  const float* const old_mean = OnDevice(plan.mean);
  const float* const old_variance = OnDevice(plan.variance);
  for (int64_t c = 0; c < layout.channels; ++c) {
    new_mean[c] = used_mean[c];
    new_variance[c] = used_variance[c] * unbiased;
    if (factor == 1) continue;
    new_mean[c] = (1 - factor) * old_mean[c] + factor * new_mean[c];
    new_variance[c] = (1 - factor) * old_variance[c] + factor * new_variance[c];
  }
}

template <typename Plan>
ChannelLayout LayoutOf(const Plan& plan) {
  ChannelLayout layout;
  layout.outer = plan.outer;
  layout.channels = plan.channels;
  layout.inner = plan.inner;
  return layout;
}

}  // namespace

Status OnHost(const Stream& stream, const BatchNormPlan& plan) {
  const OnHostScope scope(stream, "batch_norm");
  return SwitchDtype<float, half, bfloat16>(plan.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const ChannelLayout layout = LayoutOf(plan);
    stream.Enqueue(kElementCost * layout.per_channel() * layout.channels, [plan, layout] {
      const T* const x = OnDevice(static_cast<const T*>(plan.x));
      *OnDevice(plan.zero) = 0;
      UpdateStatistics(plan, layout, x);
      NormalizeChannels(layout, x, OnDevice(plan.used_mean), OnDevice(plan.used_variance),
                        OnDevice(plan.scale), OnDevice(plan.offset), plan.epsilon,
                        OnDevice(static_cast<T*>(plan.y)), &ThreadPool::Global());
    });
  });
}

Status OnHost(const Stream& stream, const BatchNormGradientPlan& plan) {
  const OnHostScope scope(stream, "batch_norm_gradient");
  return SwitchDtype<float, half, bfloat16>(plan.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const ChannelLayout layout = LayoutOf(plan);
    stream.Enqueue(kElementCost * layout.per_channel() * layout.channels, [plan, layout] {
      const NormalizedBy moments = {OnDevice(plan.mean), OnDevice(plan.variance),
                                    OnDevice(plan.scale), plan.epsilon, plan.is_training};
      NormalizeChannelsGradient(
          layout, moments, OnDevice(static_cast<const T*>(plan.y_gradient)),
          OnDevice(static_cast<const T*>(plan.x)), OnDevice(static_cast<T*>(plan.x_gradient)),
          OnDevice(plan.scale_gradient), OnDevice(plan.offset_gradient), &ThreadPool::Global());
    });
  });
}

}  // namespace pluggable::compute
