// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/batch_norm.h"

#include <optional>

#include "compute/device/channels.h"
#include "compute/device/launch_kernel.h"
#include "compute/device/shares.h"

namespace pluggable::compute {

namespace {

// On processors, a thread sums this many adjacent channels side by side (batch_norm.inc), if there
// are enough.
constexpr uint32_t kChannelsOfThreadOnCpu = 64;
constexpr int64_t kFewestChannelsOnCpu = 16;
constexpr int64_t kElementsOfShareOnCpu = 16;

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
                        plan.zero, channels, inner, plan.epsilon, static_cast<int32_t>(size),
                        stride);
  };
  if (!plan.is_training) {
    const Launched launched =
        LaunchKernel(stream, program, "batch_pass_on", FlatGrid(plan.channels), kFlatBlock,
                     plan.mean, plan.variance, plan.used_mean, plan.used_variance, plan.new_mean,
                     plan.new_variance, channels);
    return launched && launched->ok() ? normalize() : launched;
  }
  const int32_t keeps = plan.new_share != 1 ? 1 : 0;
  // A tensor that is not read may have a pointer outside of device memory.
  const float* const mean = keeps != 0 ? plan.mean : plan.scale;
  const float* const variance = keeps != 0 ? plan.variance : plan.scale;
  const bool side_by_side = plan.inner == 1 && plan.channels >= kFewestChannelsOnCpu &&
                            LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  const uint32_t blocks = side_by_side ? BlocksFor(plan.channels, kChannelsOfThreadOnCpu)
                                       : device::BlocksOfChannels(plan.channels, plan.inner);
  const Shares shares(
      stream, blocks,
      side_by_side ? count / kElementsOfShareOnCpu : device::StepsOfChannel(count, plan.inner),
      static_cast<uint64_t>(plan.channels) * sizeof(float),
      side_by_side ? Shares::kOfTiles : Shares::kOfSums);
  // A single part can be stored where the variance will be.
  float* const parts =
      shares.count() == 1 ? plan.used_variance : static_cast<float*>(shares.parts());
  const auto sum = [&](int32_t is_centered) {
    if (side_by_side) {
      return LaunchKernel(stream, program, "batch_sums_side_by_side",
                          {blocks, static_cast<uint32_t>(shares.count()), 1}, {1, 1, 1}, plan.x,
                          is_centered != 0 ? plan.used_mean : plan.scale, parts, channels, count,
                          is_centered, shares.count());
    }
    return LaunchKernel(stream, program, "batch_sums",
                        device::ChannelsGrid(plan.channels, plan.inner, shares.count()), kFlatBlock,
                        plan.x, is_centered != 0 ? plan.used_mean : plan.scale, parts, channels,
                        inner, count, is_centered, shares.count());
  };
  const Dim3 grid = FlatGrid(plan.channels);
  Launched launched = sum(/*is_centered=*/0);
  if (!launched || !launched->ok()) return launched;
  launched = LaunchKernel(stream, program, "batch_means", grid, kFlatBlock, parts, plan.used_mean,
                          channels, count, shares.count());
  if (!launched || !launched->ok()) return launched;
  launched = sum(/*is_centered=*/1);
  if (!launched || !launched->ok()) return launched;
  launched = LaunchKernel(stream, program, "batch_moments", grid, kFlatBlock, parts, mean, variance,
                          plan.used_mean, plan.used_variance, plan.new_mean, plan.new_variance,
                          channels, count, plan.new_share, keeps, shares.count());
  return launched && launched->ok() ? normalize() : launched;
}

}  // namespace

Status BatchNorm(const Stream& stream, const BatchNormPlan& plan) {
  const Launched launched = LaunchBatchNorm(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
