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
// Channels are split into groups, g from 0 to groups - 1. The output's channels
// [g * output_depth / groups, (g + 1) * output_depth / groups) depend only on the input's channels
// [g * depth / groups, (g + 1) * depth / groups), and on the same output channels of the filter.
// A depthwise convolution has as many groups as input channels.
struct ConvolutionGeometry {
  bool channels_first = false;
  bool is_depthwise = false;  // DepthwiseConv2dNative, or one of its gradients
  int64_t batch = 0;
  int64_t depth = 0;         // channels of the input
  int64_t output_depth = 0;  // channels of the output
  int64_t groups = 1;
  WindowDim planes = kOnePlane;  // .size is the input's, .window the filter's, .count the output's
  WindowDim rows;
  WindowDim columns;
  int64_t filter_elements = 0;  // may be 0 in gradients, whose results are zero then
};

// output[n, z, y, x, o] = the sum of input[n, z + i, y + j, x + l, c] * filter[i, j, l, c, o] over
// the elements (i, j, l) of the filter's window and the channels c of o's group. WindowDim::At
// gives the exact position of element k of a window. A term whose position is outside of the input
// is 0. half and bfloat16 are summed in float and rounded once.
struct ConvolutionPlan {
  DataType dtype = DT_INVALID;  // float, double, half, bfloat16; int32 unless is_depthwise
  ConvolutionGeometry geometry;
  const void* input = nullptr;
  const void* filter = nullptr;
  void* output = nullptr;  // not empty; overlaps nothing
};

// The gradient of the input: each element is the sum of gradient * filter over all terms of the
// convolution that contain it; 0 if there are none.
struct ConvolutionInputGradientPlan {
  DataType dtype = DT_INVALID;  // as in ConvolutionPlan
  ConvolutionGeometry geometry;
  const void* filter = nullptr;
  const void* gradient = nullptr;  // of the output, with its shape; may be empty
  void* input_gradient = nullptr;  // with the input's shape; not empty; overlaps nothing
};

// The gradient of the filter: each element is the sum of gradient * input over all terms of the
// convolution that contain it; 0 if there are none.
struct ConvolutionFilterGradientPlan {
  DataType dtype = DT_INVALID;  // float, double, half or bfloat16
  ConvolutionGeometry geometry;
  const void* input = nullptr;      // may be empty
  const void* gradient = nullptr;   // of the output, with its shape; may be empty
  void* filter_gradient = nullptr;  // with the filter's shape; not empty; overlaps nothing
};

// Enqueues the work on the stream. Fails if that is not possible.
Status Convolution(const Stream& stream, const ConvolutionPlan& plan);
// The same for the gradient of the input.
Status ConvolutionInputGradient(const Stream& stream, const ConvolutionInputGradientPlan& plan);
// The same for the gradient of the filter.
Status ConvolutionFilterGradient(const Stream& stream, const ConvolutionFilterGradientPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const ConvolutionPlan& plan);
Status OnHost(const Stream& stream, const ConvolutionInputGradientPlan& plan);
Status OnHost(const Stream& stream, const ConvolutionFilterGradientPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_CONVOLUTION_H_
