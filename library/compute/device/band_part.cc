// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/band_part.h"

#include <cstdint>
#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/nest.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_band_parts("band_part");

Launched LaunchBandPart(const Stream& stream, const BandPartPlan& plan) {
  const int64_t rows = plan.matrices * plan.rows;
  if (!FitsInt(rows * plan.columns)) return std::nullopt;
  device::Nest elements{};
  elements.rows = static_cast<int>(rows);
  elements.columns = static_cast<int>(plan.columns);
  const device::NestShape shape = device::ShapeOf(elements);
  return LaunchKernel(stream, g_band_parts.Find(stream, TypeOfSize(plan.element_bytes)),
                      "band_part", shape.grid, shape.block, plan.in, plan.out,
                      static_cast<int32_t>(rows), static_cast<int32_t>(plan.rows),
                      static_cast<int32_t>(plan.columns), static_cast<int32_t>(plan.lower),
                      static_cast<int32_t>(plan.upper));
}

}  // namespace

Status BandPart(const Stream& stream, const BandPartPlan& plan) {
  const Launched launched = LaunchBandPart(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
