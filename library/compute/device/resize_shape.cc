// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/device/resize_shape.h"

#include "compute/device/programs.h"
#include "compute/device/slice_units.h"

namespace pluggable::compute::device {

namespace {

Programs g_resizes("resize");

ResizedDim MakeResizedDim(const ResizeGeometry& geometry, int64_t original, int64_t resized) {
  const bool between_corners = geometry.align_corners && resized > 1 && original > 1;
  ResizedDim dim;
  dim.original = static_cast<int>(original);
  dim.resized = static_cast<int>(resized);
  dim.scale = between_corners ? static_cast<float>(original - 1) / static_cast<float>(resized - 1)
                              : static_cast<float>(original) / static_cast<float>(resized);
  dim.aligns_corners = geometry.align_corners ? 1 : 0;
  dim.has_half_pixels = geometry.half_pixel_centers ? 1 : 0;
  return dim;
}

}  // namespace

std::optional<ResizedImages> MakeResizedImages(const ResizeGeometry& geometry) {
  const int64_t pixels = geometry.images * geometry.channels;
  if (!FitsInt(pixels * geometry.rows * geometry.columns) ||
      !FitsInt(pixels * geometry.resized_rows * geometry.resized_columns)) {
    return std::nullopt;
  }
  ResizedImages images;
  images.rows = MakeResizedDim(geometry, geometry.rows, geometry.resized_rows);
  images.columns = MakeResizedDim(geometry, geometry.columns, geometry.resized_columns);
  images.channels = static_cast<int32_t>(geometry.channels);
  images.original_rows = static_cast<int32_t>(geometry.images * geometry.rows);
  images.resized_rows = static_cast<int32_t>(geometry.images * geometry.resized_rows);
  return images;
}

const DeviceProgram* FindResizes(const Stream& stream, DataType dtype) {
  return g_resizes.Find(stream, dtype);
}

Launched LaunchResize(const Stream& stream, const DeviceProgram* program, const char* name,
                      const void* in, void* out, const ResizedImages& images, int32_t rows,
                      int32_t columns) {
  const SliceParts shared =
      SlicePartsOf(images.channels, LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu);
  Nest threads{};
  threads.rows = rows;
  threads.columns = static_cast<int>(columns * shared.parts);
  const NestShape shape = ShapeOf(threads);
  return LaunchKernel(stream, program, name, shape.grid, shape.block, in, out, images.rows,
                      images.columns, images.channels, rows, static_cast<int32_t>(shared.part),
                      static_cast<int32_t>(shared.parts));
}

}  // namespace pluggable::compute::device
