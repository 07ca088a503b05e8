// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/projective_transform.h"

#include <cstdint>
#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/nest.h"
#include "compute/device/programs.h"
#include "compute/device/slice_units.h"

namespace pluggable::compute {

namespace {

Programs g_projective_transforms("projective_transform");

constexpr int32_t kNumbersOfTransform = 8;

Launched LaunchProjectiveTransform(const Stream& stream, const ProjectiveTransformPlan& plan) {
  const int64_t pixels = plan.images * plan.channels;
  if (!FitsInt(pixels * plan.rows * plan.columns) ||
      !FitsInt(pixels * plan.out_rows * plan.out_columns)) {
    return std::nullopt;
  }
  const device::SliceParts shared =
      device::SlicePartsOf(plan.channels, LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu);
  device::Nest threads{};
  threads.rows = static_cast<int>(plan.images * plan.out_rows);
  threads.columns = static_cast<int>(plan.out_columns * shared.parts);
  const device::NestShape shape = device::ShapeOf(threads);
  // An image without pixels is at no place of the device's, and is not read.
  const void* const in = plan.rows * plan.columns == 0 ? plan.out : plan.in;
  return LaunchKernel(stream, g_projective_transforms.Find(stream, plan.dtype),
                      "projective_transform", shape.grid, shape.block, in, plan.transforms,
                      plan.out, plan.fill_value, static_cast<int32_t>(plan.is_bilinear),
                      static_cast<int32_t>(plan.outside), static_cast<int32_t>(plan.rows),
                      static_cast<int32_t>(plan.columns), static_cast<int32_t>(plan.out_rows),
                      static_cast<int32_t>(plan.out_columns), static_cast<int32_t>(plan.channels),
                      threads.rows, plan.is_same_transform ? 0 : kNumbersOfTransform,
                      static_cast<int32_t>(shared.part), static_cast<int32_t>(shared.parts));
}

}  // namespace

Status ProjectiveTransform(const Stream& stream, const ProjectiveTransformPlan& plan) {
  const Launched launched = LaunchProjectiveTransform(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
