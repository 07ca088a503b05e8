// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitives of convolutions: Conv2D, Conv3D, DepthwiseConv2dNative, and their gradients.

#ifndef PLUGGABLE_COMPUTE_CONVOLUTION_H_
#define PLUGGABLE_COMPUTE_CONVOLUTION_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

#include "compute/window.h"

namespace pluggable::compute {

// Sizes, in elements. All tensors are dense and in row-major order:
//
//   input, output   [batch, planes, rows, columns, channels], or with channels_first
//                   [batch, channels, planes, rows, columns]. Images have one plane.
//   filter          [planes, rows, columns, depth / groups, output_depth]
//
// Channels [g * depth / groups, (g + 1) * depth / groups) of the input, for g from 0 to groups - 1,
// meet channels [g * output_depth / groups, (g + 1) * output_depth / groups) of the output, and
// these of the filter. A depthwise convolution has as many groups as channels.
struct ConvolutionGeometry {
  bool channels_first = false;
  bool is_depthwise = false;  // of DepthwiseConv2dNative or a gradient of it
  int64_t batch = 0;
  int64_t depth = 0;         // channels of the input
  int64_t output_depth = 0;  // channels of the output
  int64_t groups = 1;
  WindowDim planes = kOnePlane;  // .size is the input's, .window the filter's, .count the output's
  WindowDim rows;
  WindowDim columns;
  int64_t filter_elements = 0;  // 0 in gradients only, whose results are zero then
};

// output[n, z, y, x, o] = the sum over the elements k = (i, j, l) of the filter's window, and over
// the channels c of o's group, of input[n, z + i, y + j, x + l, c] * filter[i, j, l, c, o]. Where
// exactly element k of a window lies is WindowDim::At; where that is outside of the input, the term
// is 0. half and bfloat16 are summed in float and rounded once.
struct ConvolutionPlan {
  DataType dtype = DT_INVALID;  // float, double, half or bfloat16; int32 if not is_depthwise
  ConvolutionGeometry geometry;
  const void* input = nullptr;
  const void* filter = nullptr;
  void* output = nullptr;  // not empty; overlaps nothing
};

// The gradient of the input: each of its elements is the sum of gradient * filter over all terms of
// the output that it took part in; 0 if there are none.
struct ConvolutionInputGradientPlan {
  DataType dtype = DT_INVALID;  // as ConvolutionPlan
  ConvolutionGeometry geometry;
  const void* filter = nullptr;
  const void* gradient = nullptr;  // of the output, and of its shape; may be empty
  void* input_gradient = nullptr;  // of the input's shape; not empty; overlaps nothing
};

// The gradient of the filter: each of its elements is the sum of gradient * input over all terms
// that it took part in; 0 if there are none.
struct ConvolutionFilterGradientPlan {
  DataType dtype = DT_INVALID;  // float, double, half or bfloat16
  ConvolutionGeometry geometry;
  const void* input = nullptr;      // may be empty
  const void* gradient = nullptr;   // of the output, and of its shape; may be empty
  void* filter_gradient = nullptr;  // of the filter's shape; not empty; overlaps nothing
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status Convolution(const Stream& stream, const ConvolutionPlan& plan);
// The same for the gradient of the input.
Status ConvolutionInputGradient(const Stream& stream, const ConvolutionInputGradientPlan& plan);
// The same for the gradient of the filter.
Status ConvolutionFilterGradient(const Stream& stream, const ConvolutionFilterGradientPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const ConvolutionPlan& plan);
Status OnHost(const Stream& stream, const ConvolutionInputGradientPlan& plan);
Status OnHost(const Stream& stream, const ConvolutionFilterGradientPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_CONVOLUTION_H_
