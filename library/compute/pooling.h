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
  // How many channels are pooled to one, where that is more than 1: then planes, rows and columns
  // have windows of one element. For the maximum of images only.
  int64_t depth_window = 1;
  WindowDim planes = kOnePlane;  // .size is the input's, .count the output's
  WindowDim rows;
  WindowDim columns;
};

// output[n, z, y, x, c] is what the elements of the input under the window come to. Elements of the
// window that lie outside of the input do not take part.
struct PoolingPlan {
  enum class Kind : uint8_t {
    kMax,      // the largest; neither NaN nor minus infinity ever is: the lowest finite value
    kAverage,  // the sum divided by the number of elements that take part
  };

  Kind kind = Kind::kMax;
  // float, double, half and bfloat16, of which the last two compute in float; for kMax also int8,
  // uint8, int16, uint16, int32 and int64.
  DataType dtype = DT_INVALID;
  PoolingGeometry geometry;
  const void* input = nullptr;
  void* output = nullptr;  // not empty; overlaps nothing
};

// The gradient of the input: what the windows hand on of their gradients, added up; 0 where there
// is none. half and bfloat16 are summed in float and rounded once.
struct PoolingGradientPlan {
  enum class Kind : uint8_t {
    kMax,      // all to the first of the window's largest elements, in the order of memory
    kAllMax,   // all to each element that equals the window's of `output`; of volumes
    kAverage,  // shared out evenly among the elements that take part
  };

  Kind kind = Kind::kMax;
  DataType dtype = DT_INVALID;     // as PoolingPlan; float, half and bfloat16 for kAllMax
  PoolingGeometry geometry;        // its depth_window is 1
  const void* input = nullptr;     // not of kAverage
  const void* output = nullptr;    // of kAllMax
  const void* gradient = nullptr;  // of the output's shape
  void* input_gradient = nullptr;  // not empty; the memory of `input`, or overlaps nothing
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status Pooling(const Stream& stream, const PoolingPlan& plan);
// The same for the gradient.
Status PoolingGradient(const Stream& stream, const PoolingGradientPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const PoolingPlan& plan);
Status OnHost(const Stream& stream, const PoolingGradientPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_POOLING_H_
