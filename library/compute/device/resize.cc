// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/resize.h"

#include <optional>

#include "compute/device/resize_shape.h"

namespace pluggable::compute {

namespace {

Launched LaunchResizeOf(const Stream& stream, const ResizePlan& plan) {
  const std::optional<device::ResizedImages> images = device::MakeResizedImages(plan.geometry);
  if (!images) return std::nullopt;
  return device::LaunchResize(
      stream, device::FindResizes(stream, plan.dtype),
      plan.geometry.method == ResizeMethod::kNearest ? "resize_nearest" : "resize_bilinear",
      plan.in, plan.out, *images, images->resized_rows, images->columns.resized);
}

}  // namespace

Status Resize(const Stream& stream, const ResizePlan& plan) {
  const Launched launched = LaunchResizeOf(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
