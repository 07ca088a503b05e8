// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Two sizes of images, converted for kernels.

#ifndef PLUGGABLE_COMPUTE_DEVICE_RESIZE_SHAPE_H_
#define PLUGGABLE_COMPUTE_DEVICE_RESIZE_SHAPE_H_

#include <cstdint>
#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/nest.h"
#include "compute/resize.h"

namespace pluggable::compute::device {

// The arguments of resize.inc's kernels.
struct ResizedImages {
  ResizedDim rows;
  ResizedDim columns;
  int32_t channels;
  int32_t original_rows;  // the rows of all images
  int32_t resized_rows;
};

// Nothing if an element's index does not fit into an int.
std::optional<ResizedImages> MakeResizedImages(const ResizeGeometry& geometry);

// The program of resize.inc for elements of that type; null if Programs::Find returns null.
const DeviceProgram* FindResizes(const Stream& stream, DataType dtype);

// Launches a kernel whose result has `rows` rows of `columns` pixels in all images together.
Launched LaunchResize(const Stream& stream, const DeviceProgram* program, const char* name,
                      const void* in, void* out, const ResizedImages& images, int32_t rows,
                      int32_t columns);

}  // namespace pluggable::compute::device

#endif  // PLUGGABLE_COMPUTE_DEVICE_RESIZE_SHAPE_H_
