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

// How position i of a resized dimension maps to a position p of the original dimension. All of it
// is computed in float, and each product is rounded before anything is subtracted from it:
//
//   scale = (original - 1) / (resized - 1)  with align_corners, if both sizes are more than 1
//           original / resized              otherwise
//   kNearest:   p = (i + 0.5) * scale with half_pixel_centers, else i * scale. With align_corners,
//               the pixel is p rounded to the nearest, halves away from zero; else p rounded down.
//               Beyond the end, it is the last pixel.
//   kBilinear:  p = (i + 0.5) * scale - 0.5 with half_pixel_centers, else i * scale. The two pixels
//               are p rounded down and p rounded up; beyond the ends, the first or the last pixel.
//               The weight of the upper one is p minus p rounded down.
enum class ResizeMethod : uint8_t { kNearest, kBilinear };

// Images are dense, [images, rows, columns, channels].
struct ResizeGeometry {
  ResizeMethod method = ResizeMethod::kNearest;
  bool align_corners = false;
  bool half_pixel_centers = false;
  int64_t images = 0;
  int64_t rows = 0;  // of the original images
  int64_t columns = 0;
  int64_t resized_rows = 0;
  int64_t resized_columns = 0;
  int64_t channels = 0;
};

// Resizes images. kNearest copies a pixel of the original. kBilinear interpolates between four
// neighbours, first within both rows, then between the rows, each time as a + (b - a) * weight. If
// both sizes are the same, it copies the original pixel, even an infinite one.
struct ResizePlan {
  // Computes the whole result on the host.
  using Loop = void (*)(const ResizePlan& plan, ThreadPool* threads);

  ResizeGeometry geometry;
  DataType dtype = DT_INVALID;  // of the original: any real type; kBilinear writes float
  const void* in = nullptr;
  void* out = nullptr;  // not empty; overlaps nothing
  Loop loop = nullptr;
};

// The gradient of the original images: each pixel is the sum, row by row, of the gradients of the
// resized pixels that depend on it, times their weights. kNearest rounds sums of half and bfloat16
// after each addition, kBilinear once.
struct ResizeGradientPlan {
  using Loop = void (*)(const ResizeGradientPlan& plan, ThreadPool* threads);

  ResizeGeometry geometry;      // resized rows and columns are 0 if there are no such pixels
  DataType dtype = DT_INVALID;  // of the result; the gradient of kBilinear is float
  const void* in = nullptr;     // the gradient of the resized images
  void* out = nullptr;          // not empty; overlaps nothing
  Loop loop = nullptr;
};

// Enqueues the work on the stream. Fails if that is not possible.
Status Resize(const Stream& stream, const ResizePlan& plan);
// The same for the gradient.
Status ResizeGradient(const Stream& stream, const ResizeGradientPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const ResizePlan& plan);
Status OnHost(const Stream& stream, const ResizeGradientPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_RESIZE_H_
