// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What the kernels of convolution.inc are launched with.

#ifndef PLUGGABLE_COMPUTE_DEVICE_CONVOLUTION_GEOMETRY_H_
#define PLUGGABLE_COMPUTE_DEVICE_CONVOLUTION_GEOMETRY_H_

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>

#include "pluggable/device_kernel.h"
#include "pluggable/launch.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

#include "compute/convolution.h"
#include "compute/device/launch_kernel.h"
#include "compute/device/nest.h"

namespace pluggable::compute::device {

#include "compute/device/convolution.inc"

// The program of convolution.inc, which the primitives share; null if there is none for the type.
const DeviceProgram* FindConvolutions(const Stream& stream, DataType dtype);

// The product, if all of it can be counted.
std::optional<int64_t> Elements(std::initializer_list<int64_t> sizes);
// Nothing if an index does not fit into an int.
std::optional<ConvolutionShape> MakeConvolution(const ConvolutionGeometry& geometry);

// Whether some tensor has no elements, and so may be at no place of the device's.
bool IsEmpty(const ConvolutionGeometry& geometry);

// Of all images.
int64_t InputPixels(const ConvolutionGeometry& geometry);
int64_t OutputPixels(const ConvolutionGeometry& geometry);
// Of a window, in a group: positions times channels.
int64_t WindowElements(const ConvolutionGeometry& geometry);

// How many channels of the output a block of convolution_filter_gradient_direct computes.
inline constexpr uint32_t kFilterOutputs = 8;

// A product that a *_tiles kernel computes, of each group.
struct Tiles {
  const char* kernel;
  const char* tall_kernel;  // may be null
  const char* kernel_on_cpu;
  bool shares_on_cpu;     // whether the kernel for processors can share the depth of a tile
  int64_t phases_on_cpu;  // a tile of a processor has the rows of one, up to rows_of_phase
  int64_t rows_of_phase;
  int64_t rows;
  int64_t columns;
  int64_t depth;
  const void* a;
  const void* b;
  void* c;
  int64_t results;  // elements of c, of all groups
};
Launched LaunchTiles(const Stream& stream, DataType dtype, const ConvolutionShape& shape,
                     int64_t groups, const Tiles& tiles);

// How many rests a dimension's pixels leave when they are divided by the stride, and the most
// pixels that leave the same.
inline int64_t PhasesOf(const WindowDim& dim) { return std::min(dim.size, dim.stride); }
inline int64_t PixelsOfPhase(const WindowDim& dim) {
  return (dim.size + dim.stride - 1) / dim.stride;
}

// Whether tiles are worth it where so many channels of a group are the product's columns.
inline bool AreWorthTiles(int64_t columns) { return columns >= 8; }

}  // namespace pluggable::compute::device

#endif  // PLUGGABLE_COMPUTE_DEVICE_CONVOLUTION_GEOMETRY_H_
