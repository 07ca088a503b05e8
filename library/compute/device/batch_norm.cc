// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/batch_norm.h"

#include <optional>

#include "compute/cuda/batch_norm.h"
#include "compute/device/channels.h"
#include "compute/device/launch_kernel.h"
#include "compute/device/shares.h"
#include "plugin/features/device.h"

namespace pluggable::compute {

namespace {

Launched LaunchBatchNorm(const Stream& stream, const BatchNormPlan& plan) {
  const int64_t size = plan.outer * plan.channels * plan.inner;
  if (size == 0 || !FitsInt(size)) return std::nullopt;
  const auto channels = static_cast<int32_t>(plan.channels);
  const auto inner = static_cast<int32_t>(plan.inner);
  const auto count = static_cast<int32_t>(plan.outer * plan.inner);
  const DeviceProgram* const program = device::FindBatchNorms(stream, plan.dtype);
  const int32_t stride = device::StrideOfElements(size, plan.channels, plan.inner);
  const auto normalize = [&] {
    return LaunchKernel(stream, program, "batch_normalize", FlatGrid(stride), kFlatBlock, plan.x,
                        plan.scale, plan.offset, plan.used_mean, plan.used_variance, plan.y,
                        channels, inner, plan.epsilon, static_cast<int32_t>(size), stride);
  };
  if (!plan.is_training) {
    const Launched launched = device::LaunchPassingOn(stream, plan);
    return launched && launched->ok() ? normalize() : launched;
  }
  const device::ChannelSums sums = device::SumsOfChannels(stream, plan.channels, plan.inner, count);
  const Shares shares(stream, sums.blocks, sums.steps,
                      static_cast<uint64_t>(plan.channels) * sizeof(float),
                      sums.blocks_of_multiprocessor);
  // A single part can be stored where the variance will be.
  float* const parts =
      shares.count() == 1 ? plan.used_variance : static_cast<float*>(shares.parts());
  const auto sum = [&](int32_t is_centered) {
    const float* const center = is_centered != 0 ? plan.used_mean : plan.scale;
    if (sums.side_by_side) {
      return LaunchKernel(stream, program, "batch_sums_side_by_side", sums.Grid(shares.count()),
                          sums.block, plan.x, center, parts, channels, count, is_centered,
                          shares.count());
    }
    return LaunchKernel(stream, program, "batch_sums", sums.Grid(shares.count()), sums.block,
                        plan.x, center, parts, channels, inner, count, is_centered, shares.count());
  };
  Launched launched = sum(/*is_centered=*/0);
  if (!launched || !launched->ok()) return launched;
  launched = LaunchKernel(stream, program, "batch_means", FlatGrid(plan.channels), kFlatBlock,
                          parts, plan.used_mean, channels, count, shares.count());
  if (!launched || !launched->ok()) return launched;
  launched = sum(/*is_centered=*/1);
  if (!launched || !launched->ok()) return launched;
  launched = device::LaunchMoments(stream, plan, {parts, 1, shares.count()});
  return launched && launched->ok() ? normalize() : launched;
}

}  // namespace

Status BatchNorm(const Stream& stream, const BatchNormPlan& plan) {
  const auto by_kernels = [&] { return LaunchBatchNorm(stream, plan); };
  Launched launched;
  if constexpr (features::kCudaLibraries) {
    launched = ByCudnnOrKernels(stream, plan, by_kernels);
  } else {
    launched = by_kernels();
  }
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
