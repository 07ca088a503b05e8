// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/nonzero.h"

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/device/launch_kernel.h"
#include "compute/device/nest.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_nonzeros("nonzero");

Launched LaunchNonzero(const Stream& stream, const NonzeroPlan& plan) {
  std::vector<device::NestDim> dims;
  for (const int64_t dim : plan.dims) dims.push_back({dim, {}});
  const std::optional<device::Nest> nest = device::MakeNest(dims);
  if (!nest || !FitsInt(plan.elements())) return std::nullopt;
  const DeviceProgram* const program = g_nonzeros.Find(stream, plan.dtype);
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  const Dim3 block = {on_cpu ? 1 : kThreadsPerBlock, 1, 1};
  const Dim3 grid = {static_cast<uint32_t>(plan.blocks()), 1, 1};
  const auto size = static_cast<int32_t>(plan.elements());
  if (plan.step == NonzeroPlan::Step::kPositions) {
    return LaunchKernel(stream, program, "nonzero_positions", grid, block, plan.x,
                        static_cast<const int64_t*>(plan.starts), plan.positions, *nest, size);
  }
  Launched launched =
      LaunchKernel(stream, program, "nonzero_counts", grid, block, plan.x, plan.starts, size);
  if (!launched || !launched->ok()) return launched;
  const auto blocks = static_cast<int32_t>(plan.blocks());
  return LaunchKernel(stream, program, "nonzero_starts", {1, 1, 1}, block, plan.starts, blocks,
                      static_cast<int32_t>(BlocksFor(blocks, block.x)));
}

}  // namespace

Status Nonzero(const Stream& stream, const NonzeroPlan& plan) {
  const Launched launched = LaunchNonzero(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
