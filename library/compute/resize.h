// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitives of ResizeNearestNeighbor, ResizeBilinear, and of their gradients.

#ifndef PLUGGABLE_COMPUTE_RESIZE_H_
#define PLUGGABLE_COMPUTE_RESIZE_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// Position i of a resized dimension is at p in the original one. All of it is computed in float,
// and each product is rounded before anything is subtracted from it:
//
//   scale = (original - 1) / (resized - 1)  with align_corners, if both sizes are more than 1
//           original / resized              otherwise
//   kNearest:   p = (i + 0.5) * scale with half_pixel_centers, else i * scale. The pixel is p
//               rounded, halves away from zero, with align_corners, else rounded down; it is the
//               last one if there is none.
//   kBilinear:  p = (i + 0.5) * scale - 0.5 with half_pixel_centers, else i * scale. The pixels are
//               p rounded down and rounded up, or the first or last one if there is none, and the
//               upper one weighs p minus p rounded down.
enum class ResizeMethod : uint8_t { kNearest, kBilinear };

// Images are dense, [images, rows, columns, channels].
struct ResizeGeometry {
  ResizeMethod method = ResizeMethod::kNearest;
  bool align_corners = false;
  bool half_pixel_centers = false;
  int64_t images = 0;
  int64_t rows = 0;  // of the original
  int64_t columns = 0;
  int64_t resized_rows = 0;
  int64_t resized_columns = 0;
  int64_t channels = 0;
};

// Images in another size: each pixel is that of the original, or what its neighbours come to, first
// those of a row, then those of the two rows, each as a + (b - a) * weight. Where both sizes are
// the same, it is that of the original, an infinite one, too.
struct ResizePlan {
  // Computes all of the result on the host.
  using Loop = void (*)(const ResizePlan& plan, ThreadPool* threads);

  ResizeGeometry geometry;
  DataType dtype = DT_INVALID;  // of the original: real numbers; kBilinear makes float of them
  const void* in = nullptr;
  void* out = nullptr;  // not empty; overlaps nothing
  Loop loop = nullptr;
};

// The gradient of the original: each pixel is the sum of what the resized ones that come from it
// have, times the weight with which they do, added up row by row. Sums of half and bfloat16
// are rounded after each addition by kNearest, and once by kBilinear.
struct ResizeGradientPlan {
  using Loop = void (*)(const ResizeGradientPlan& plan, ThreadPool* threads);

  ResizeGeometry geometry;      // without resized rows and columns if there are no such pixels
  DataType dtype = DT_INVALID;  // of the result; the gradient of kBilinear is float
  const void* in = nullptr;     // of the resized images
  void* out = nullptr;          // not empty; overlaps nothing
  Loop loop = nullptr;
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status Resize(const Stream& stream, const ResizePlan& plan);
// The same for the gradient.
Status ResizeGradient(const Stream& stream, const ResizeGradientPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const ResizePlan& plan);
Status OnHost(const Stream& stream, const ResizeGradientPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_RESIZE_H_
