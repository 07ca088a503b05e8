// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/device/channels.h"

#include "compute/device/programs.h"
#include "compute/device/shares.h"

namespace pluggable::compute::device {

namespace {

Programs g_batch_norms("batch_norm");

// On processors, a thread sums this many adjacent channels side by side (batch_norm.inc), if there
// are enough.
constexpr uint32_t kChannelsOfThreadOnCpu = 64;
constexpr int64_t kFewestChannelsOnCpu = 16;
constexpr int64_t kElementsOfShareOnCpu = 16;

// The number of channels of a block otherwise.
uint32_t LanesOf(int64_t inner) { return inner == 1 ? 8 : 1; }

}  // namespace

const DeviceProgram* FindBatchNorms(const Stream& stream, DataType dtype) {
  return g_batch_norms.Find(stream, dtype);
}

ChannelSums SumsOfChannels(const Stream& stream, int64_t channels, int64_t inner, int64_t count) {
  if (inner == 1 && channels >= kFewestChannelsOnCpu &&
      LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu) {
    return {true,
            BlocksFor(channels, kChannelsOfThreadOnCpu),
            {1, 1, 1},
            count / kElementsOfShareOnCpu,
            Shares::kOfTiles};
  }
  const uint32_t lanes = LanesOf(inner);
  return {false, BlocksFor(channels, lanes), kFlatBlock, count * lanes / kThreadsPerBlock,
          Shares::kOfSums};
}

Launched LaunchMoments(const Stream& stream, const BatchNormPlan& plan,
                       const Variances& variances) {
  const int32_t keeps = plan.new_share != 1 ? 1 : 0;
  // A tensor that is not read may have a pointer outside of device memory.
  const float* const mean = keeps != 0 ? plan.mean : plan.scale;
  const float* const variance = keeps != 0 ? plan.variance : plan.scale;
  return LaunchKernel(stream, FindBatchNorms(stream, plan.dtype), "batch_moments",
                      FlatGrid(plan.channels), kFlatBlock, variances.parts, mean, variance,
                      plan.used_mean, plan.used_variance, plan.new_mean, plan.new_variance,
                      plan.zero, static_cast<int32_t>(plan.channels),
                      static_cast<int32_t>(plan.outer * plan.inner), variances.factor,
                      plan.new_share, keeps, variances.shares);
}

Launched LaunchPassingOn(const Stream& stream, const BatchNormPlan& plan) {
  return LaunchKernel(stream, FindBatchNorms(stream, plan.dtype), "batch_pass_on",
                      FlatGrid(plan.channels), kFlatBlock, plan.mean, plan.variance, plan.used_mean,
                      plan.used_variance, plan.new_mean, plan.new_variance, plan.zero,
                      static_cast<int32_t>(plan.channels));
}

}  // namespace pluggable::compute::device
