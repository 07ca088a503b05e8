// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitives of MaxPool, AvgPool, MaxPool3D, AvgPool3D, and of their gradients.

#ifndef PLUGGABLE_COMPUTE_POOLING_H_
#define PLUGGABLE_COMPUTE_POOLING_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

#include "compute/window.h"

namespace pluggable::compute {

// Sizes, in elements. All tensors are dense and in row-major order: [batch, planes, rows, columns,
// channels], or with channels_first [batch, channels, planes, rows, columns]. Images have one
// plane.
struct PoolingGeometry {
  bool channels_first = false;
  int64_t batch = 0;
  int64_t depth = 0;  // channels of the input
  // The number of channels that are pooled to one. If it is more than 1, the windows of planes,
  // rows and columns have one element. Only max pooling of images uses it.
  int64_t depth_window = 1;
  WindowDim planes = kOnePlane;  // .size is the input's, .count the output's
  WindowDim rows;
  WindowDim columns;
};

// output[n, z, y, x, c] = the maximum or the average of the input's elements under the window.
// Elements of the window outside of the input are ignored.
struct PoolingPlan {
  enum class Kind : uint8_t {
    // The largest element, as in TensorFlow: the search passes over NaN. In a window of pixels it
    // begins with the lowest finite value, and in one of channels with the first element, which
    // stays the result if it is NaN.
    kMax,
    kAverage,  // the sum divided by the number of elements that are not ignored
  };

  Kind kind = Kind::kMax;
  // float, double, half or bfloat16; half and bfloat16 are computed in float. kMax also supports
  // int8, uint8, int16, uint16, int32 and int64.
  DataType dtype = DT_INVALID;
  PoolingGeometry geometry;
  const void* input = nullptr;
  void* output = nullptr;  // not empty; overlaps nothing
};

// The gradient of the input: each element is the sum of its parts of the windows' gradients, 0 if
// it has none. half and bfloat16 are summed in float and rounded once.
struct PoolingGradientPlan {
  enum class Kind : uint8_t {
    kMax,      // all of it to the first of the window's largest elements, in memory order
    kAllMax,   // all of it to each element that equals the window's output; for volumes
    kAverage,  // an equal part to each element of the window inside the input
  };

  Kind kind = Kind::kMax;
  DataType dtype = DT_INVALID;     // as in PoolingPlan; for kAllMax float, half or bfloat16
  PoolingGeometry geometry;        // its depth_window is 1
  const void* input = nullptr;     // null for kAverage
  const void* output = nullptr;    // for kAllMax
  const void* gradient = nullptr;  // of the output's shape
  void* input_gradient = nullptr;  // not empty; may be the memory of `input`, else overlaps nothing
};

// Enqueues the work on the stream. Fails if that is not possible.
Status Pooling(const Stream& stream, const PoolingPlan& plan);
// The same for the gradient.
Status PoolingGradient(const Stream& stream, const PoolingGradientPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const PoolingPlan& plan);
Status OnHost(const Stream& stream, const PoolingGradientPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_POOLING_H_
