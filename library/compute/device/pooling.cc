// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/pooling.h"

#include <limits>
#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/pooling_shape.h"
#include "compute/dtype_switch.h"
#include "reference/compute_type.h"

namespace pluggable::compute {

namespace {

Launched LaunchPooling(const Stream& stream, const PoolingPlan& plan) {
  if (device::IsFasterOnHost(stream, plan.geometry)) return std::nullopt;
  const std::optional<device::Pooled> pooled = device::MakePooling(plan.geometry);
  if (!pooled || pooled->input_elements == 0) return std::nullopt;
  const DeviceProgram* const program = device::FindPoolings(stream, plan.dtype);
  const auto size = static_cast<int32_t>(pooled->output_elements);
  const device::PoolingLaunch threads = device::LaunchOfPooling(stream, size);
  if (plan.kind == PoolingPlan::Kind::kAverage) {
    return LaunchKernel(stream, program, "pool_average", threads.grid, threads.block, plan.input,
                        plan.output, pooled->shape, size);
  }
  Launched launched;
  const Status known = SwitchDtype<float, double, half, bfloat16, int8_t, uint8_t, int16_t,
                                   uint16_t, int32_t, int64_t>(plan.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    // Of half and bfloat16 the lowest value is that of the type, not of the float it is computed
    // in.
    const auto lowest = static_cast<ComputeType<T>>(std::numeric_limits<T>::lowest());
    launched = LaunchKernel(stream, program, "pool_max", threads.grid, threads.block, plan.input,
                            plan.output, pooled->shape, lowest, size);
  });
  return known.ok() ? launched : std::nullopt;
}

}  // namespace

Status Pooling(const Stream& stream, const PoolingPlan& plan) {
  const Launched launched = LaunchPooling(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
