// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/pooling_shape.h"
#include "compute/pooling.h"

namespace pluggable::compute {

namespace {

Launched LaunchPoolingGradient(const Stream& stream, const PoolingGradientPlan& plan) {
  using Kind = PoolingGradientPlan::Kind;
  if (LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu) return std::nullopt;  // as Pooling
  const std::optional<device::Pooled> pooled = device::MakePooling(plan.geometry);
  if (!pooled || pooled->output_elements == 0) return std::nullopt;
  // Threads read all of `input`, so it cannot be written meanwhile.
  if (plan.kind != Kind::kAverage && plan.input == plan.input_gradient) return std::nullopt;
  const DeviceProgram* const program = device::FindPoolings(stream, plan.dtype);
  const auto size = static_cast<int32_t>(pooled->input_elements);
  const Dim3 grid = FlatGrid(size);
  const Dim3 block = kFlatBlock;
  switch (plan.kind) {
    case Kind::kMax:
      return LaunchKernel(stream, program, "pool_max_gradient", grid, block, plan.input,
                          plan.gradient, plan.input_gradient, pooled->shape, size);
    case Kind::kAllMax:
      return LaunchKernel(stream, program, "pool_all_max_gradient", grid, block, plan.input,
                          plan.output, plan.gradient, plan.input_gradient, pooled->shape, size);
    case Kind::kAverage:
      break;
  }
  return LaunchKernel(stream, program, "pool_average_gradient", grid, block, plan.gradient,
                      plan.input_gradient, pooled->shape, size);
}

}  // namespace

Status PoolingGradient(const Stream& stream, const PoolingGradientPlan& plan) {
  const Launched launched = LaunchPoolingGradient(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
