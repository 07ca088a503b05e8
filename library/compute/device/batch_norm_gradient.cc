// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <optional>

#include "compute/batch_norm.h"
#include "compute/cuda/batch_norm.h"
#include "compute/device/channels.h"
#include "compute/device/launch_kernel.h"
#include "compute/device/shares.h"
#include "plugin/features/device.h"

namespace pluggable::compute {

namespace {

Launched LaunchBatchNormGradient(const Stream& stream, const BatchNormGradientPlan& plan) {
  const int64_t size = plan.outer * plan.channels * plan.inner;
  if (size == 0 || !FitsInt(size)) return std::nullopt;
  const auto channels = static_cast<int32_t>(plan.channels);
  const auto inner = static_cast<int32_t>(plan.inner);
  const auto count = static_cast<int32_t>(plan.outer * plan.inner);
  const int32_t is_training = plan.is_training ? 1 : 0;
  const DeviceProgram* const program = device::FindBatchNorms(stream, plan.dtype);
  const device::ChannelSums sums = device::SumsOfChannels(stream, plan.channels, plan.inner, count);
  const Shares shares(stream, sums.blocks, sums.steps,
                      2 * static_cast<uint64_t>(plan.channels) * sizeof(float),
                      sums.blocks_of_multiprocessor);
  // Single parts can be stored where the gradients will be.
  float* offset_parts = plan.offset_gradient;
  float* scale_parts = plan.scale_gradient;
  if (shares.count() > 1) {
    offset_parts = static_cast<float*>(shares.parts());
    scale_parts = offset_parts + shares.count() * plan.channels;
  }
  Launched launched =
      sums.side_by_side
          ? LaunchKernel(stream, program, "batch_norm_sums_side_by_side", sums.Grid(shares.count()),
                         sums.block, plan.y_gradient, plan.x, plan.mean, offset_parts, scale_parts,
                         channels, count, shares.count())
          : LaunchKernel(stream, program, "batch_norm_sums", sums.Grid(shares.count()), sums.block,
                         plan.y_gradient, plan.x, plan.mean, offset_parts, scale_parts, channels,
                         inner, count, shares.count());
  if (!launched || !launched->ok()) return launched;
  launched = LaunchKernel(stream, program, "batch_norm_scale_gradient", FlatGrid(plan.channels),
                          kFlatBlock, offset_parts, scale_parts, plan.variance, plan.scale_gradient,
                          plan.offset_gradient, channels, plan.epsilon, shares.count());
  if (!launched || !launched->ok()) return launched;
  const int32_t stride = device::StrideOfElements(size, plan.channels, plan.inner);
  return LaunchKernel(stream, program, "batch_norm_gradient", FlatGrid(stride), kFlatBlock,
                      plan.y_gradient, plan.x, plan.scale, plan.mean, plan.variance,
                      plan.scale_gradient, plan.offset_gradient, plan.x_gradient, channels, inner,
                      count, plan.epsilon, is_training, static_cast<int32_t>(size), stride);
}

}  // namespace

Status BatchNormGradient(const Stream& stream, const BatchNormGradientPlan& plan) {
  const auto by_kernels = [&] { return LaunchBatchNormGradient(stream, plan); };
  Launched launched;
  if constexpr (features::kCudaLibraries) {
    launched = ByCudnnOrKernels(stream, plan, by_kernels);
  } else {
    launched = by_kernels();
  }
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
