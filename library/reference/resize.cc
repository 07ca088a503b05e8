// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/resize.h"

#include <algorithm>
#include <cmath>

#include "reference/host_values.h"

namespace pluggable {

namespace {

// A single pixel has no corners to align. TensorFlow does the same, which shows in the rounding of
// its gradients.
float Scale(int64_t original, int64_t resized, bool align_corners) {
  return align_corners && resized > 1 && original > 1
             ? static_cast<float>(original - 1) / static_cast<float>(resized - 1)
             : static_cast<float>(original) / static_cast<float>(resized);
}

// A product that is rounded to float before anything is subtracted from it. Compilers for
// processors with fused multiply-add, as ARM's, would otherwise round once, and take another pixel
// at times.
float Scaled(float position, float scale) {
  return static_cast<float>(static_cast<double>(position) * static_cast<double>(scale));
}

}  // namespace

Status ResizeAttrs::Read(OpKernelConstruction* ctx) {
  Status status = ctx->GetAttr("align_corners", &align_corners);
  return status.ok() ? ctx->GetAttr("half_pixel_centers", &half_pixel_centers) : status;
}

Status ResizeAttrs::Check() const {
  if (!align_corners || !half_pixel_centers) return Status();
  return errors::InvalidArgument("If half_pixel_centers is True, align_corners must be False.");
}

std::vector<Interpolation> Interpolations(int64_t original, int64_t resized,
                                          const ResizeAttrs& attrs) {
  const float scale = Scale(original, resized, attrs.align_corners);
  std::vector<Interpolation> result;
  for (int64_t i = 0; i < resized; ++i) {
    const float position = static_cast<float>(i);
    const float in =
        attrs.half_pixel_centers ? Scaled(position + 0.5f, scale) - 0.5f : Scaled(position, scale);
    const float floor = std::floor(in);
    const int64_t lower = static_cast<int64_t>(floor);
    const int64_t upper = static_cast<int64_t>(std::ceil(in));
    result.push_back(
        {std::clamp<int64_t>(lower, 0, original - 1), std::min(upper, original - 1), in - floor});
  }
  return result;
}

std::vector<int64_t> NearestNeighbors(int64_t original, int64_t resized, const ResizeAttrs& attrs) {
  const float scale = Scale(original, resized, attrs.align_corners);
  std::vector<int64_t> result;
  for (int64_t i = 0; i < resized; ++i) {
    // The pixel's center is added before the position is rounded down.
    const float position = static_cast<float>(i) + (attrs.half_pixel_centers ? 0.5f : 0.0f);
    const float in = position * scale;
    const float nearest = attrs.align_corners ? std::round(in) : std::floor(in);
    result.push_back(std::min(static_cast<int64_t>(nearest), original - 1));
  }
  return result;
}

Status ResizedShape(const TensorShape& images, const Tensor& size, TensorShape* resized) {
  if (images.dims() != 4) {
    return errors::InvalidArgument("input must be 4-dimensional", images.DebugString());
  }
  if (images.dim_size(3) == 0) {
    return errors::InvalidArgument("image must have at least one channel");
  }
  if (images.dim_size(1) == 0 || images.dim_size(2) == 0) {
    return errors::InvalidArgument("input image must be of non-zero size");
  }
  if (size.dims() != 1) {
    return errors::InvalidArgument("shape_t must be 1-dimensional", size.shape().DebugString());
  }
  if (size.NumElements() != 2) {
    return errors::InvalidArgument("shape_t must have two elements", size.shape().DebugString());
  }
  const std::vector<CheckedInt> sizes = HostValues(size);
  if (sizes[0] <= 0 || sizes[1] <= 0) {
    return errors::InvalidArgument("output dimensions must be positive");
  }
  *resized = {images.dim_size(0), sizes[0].value(), sizes[1].value(), images.dim_size(3)};
  return Status();
}

compute::ResizeGeometry MakeResizeGeometry(compute::ResizeMethod method, const ResizeAttrs& attrs,
                                           const TensorShape& original,
                                           const TensorShape& resized) {
  compute::ResizeGeometry geometry;
  geometry.method = method;
  geometry.align_corners = attrs.align_corners;
  geometry.half_pixel_centers = attrs.half_pixel_centers;
  geometry.images = original.dim_size(0);
  geometry.rows = original.dim_size(1);
  geometry.columns = original.dim_size(2);
  geometry.resized_rows = resized.dim_size(1);
  geometry.resized_columns = resized.dim_size(2);
  geometry.channels = original.dim_size(3);
  return geometry;
}

}  // namespace pluggable
