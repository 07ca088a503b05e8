// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <optional>

#include "compute/device/resize_shape.h"
#include "compute/resize.h"

namespace pluggable::compute {

namespace {

Launched LaunchResizeGradient(const Stream& stream, const ResizeGradientPlan& plan) {
  const std::optional<device::ResizedImages> images = device::MakeResizedImages(plan.geometry);
  if (!images) return std::nullopt;
  // Without resized pixels nothing is read, and `in` may be outside of device memory.
  const bool is_empty = images->rows.resized == 0 || images->columns.resized == 0;
  return device::LaunchResize(stream, device::FindResizes(stream, plan.dtype),
                              plan.geometry.method == ResizeMethod::kNearest
                                  ? "resize_nearest_gradient"
                                  : "resize_bilinear_gradient",
                              is_empty ? plan.out : plan.in, plan.out, *images,
                              images->original_rows, images->columns.original);
}

}  // namespace

Status ResizeGradient(const Stream& stream, const ResizeGradientPlan& plan) {
  const Launched launched = LaunchResizeGradient(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
