// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/pooling_shape.h"
#include "compute/pooling.h"

namespace pluggable::compute {

namespace {

// Up to that of pooling.inc.
constexpr int64_t kChannelsOfSlice = 64;
constexpr int64_t kFewestChannelsOfSlice = 16;
constexpr int64_t kSlicesOfProcessor = 4;

// Whether no element is under two windows.
bool AreApart(const WindowDim& dim) {
  return (dim.window - 1) * dim.dilation < dim.stride || dim.count <= 1;
}

// By windows, as processors are faster: each is searched once. Sums of narrow types would be
// rounded too often.
Launched LaunchByWindows(const Stream& stream, const PoolingGradientPlan& plan,
                         const device::Pooled& pooled) {
  const PoolingGeometry& g = plan.geometry;
  const bool is_narrow = plan.dtype == DT_HALF || plan.dtype == DT_BFLOAT16;
  if (is_narrow && !(AreApart(g.planes) && AreApart(g.rows) && AreApart(g.columns))) {
    return std::nullopt;
  }
  const int64_t processors = stream.device_properties().num_multiprocessors;
  const int64_t wanted =
      (kSlicesOfProcessor * processors + g.batch - 1) / std::max<int64_t>(g.batch, 1);
  const int64_t slice =
      std::clamp(g.depth / std::max<int64_t>(wanted, 1), kFewestChannelsOfSlice, kChannelsOfSlice);
  const int64_t slices = (g.depth + slice - 1) / slice;
  const auto threads = static_cast<uint32_t>(g.batch * slices);
  return LaunchKernel(stream, device::FindPoolings(stream, plan.dtype),
                      "pool_max_gradient_by_windows", {threads, 1, 1}, {1, 1, 1}, plan.input,
                      plan.gradient, plan.input_gradient, pooled.shape, static_cast<int32_t>(slice),
                      static_cast<int32_t>(slices), static_cast<int32_t>(threads));
}

Launched LaunchPoolingGradient(const Stream& stream, const PoolingGradientPlan& plan) {
  using Kind = PoolingGradientPlan::Kind;
  if (device::IsFasterOnHost(stream, plan.geometry)) return std::nullopt;
  const std::optional<device::Pooled> pooled = device::MakePooling(plan.geometry);
  if (!pooled || pooled->output_elements == 0) return std::nullopt;
  // Threads read all of `input`, so it cannot be written meanwhile.
  if (plan.kind != Kind::kAverage && plan.input == plan.input_gradient) return std::nullopt;
  const DeviceProgram* const program = device::FindPoolings(stream, plan.dtype);
  const auto size = static_cast<int32_t>(pooled->input_elements);
  const device::PoolingLaunch threads = device::LaunchOfPooling(stream, size);
  switch (plan.kind) {
    case Kind::kMax:
      if (LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu) {
        return LaunchByWindows(stream, plan, *pooled);
      }
      return LaunchKernel(stream, program, "pool_max_gradient", threads.grid, threads.block,
                          plan.input, plan.gradient, plan.input_gradient, pooled->shape, size);
    case Kind::kAllMax:
      return LaunchKernel(stream, program, "pool_all_max_gradient", threads.grid, threads.block,
                          plan.input, plan.output, plan.gradient, plan.input_gradient,
                          pooled->shape, size);
    case Kind::kAverage:
      break;
  }
  return LaunchKernel(stream, program, "pool_average_gradient", threads.grid, threads.block,
                      plan.gradient, plan.input_gradient, pooled->shape, size);
}

}  // namespace

Status PoolingGradient(const Stream& stream, const PoolingGradientPlan& plan) {
  const Launched launched = LaunchPoolingGradient(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
