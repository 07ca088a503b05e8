// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/device/convolution_geometry.h"

#include <limits>

#include "compute/device/programs.h"
#include "compute/device/shares.h"
#include "compute/device/tile.h"

namespace pluggable::compute::device {

namespace {

Programs g_convolutions("convolution");

// How far places may be from the image, that of convolution.inc.
constexpr int64_t kFarthestPlace = int64_t{1} << 30;

// Whether places under windows, and in between, can be counted in elements of the tensors.
bool CanFindPlaces(const WindowDim& dim, int64_t input_step, int64_t output_step) {
  for (const int64_t part :
       {dim.size, dim.window, dim.dilation, dim.stride, dim.before, dim.count}) {
    if (part < 0 || part >= kFarthestPlace) return false;
  }
  const int64_t reach = dim.size + dim.before + dim.window * dim.dilation + dim.count * dim.stride;
  // (Not as a product, which could be more than an int64 holds.)
  const int64_t longest_step = std::numeric_limits<int32_t>::max() / 4 / (reach + 1);
  return reach < kFarthestPlace && input_step <= longest_step && output_step <= longest_step;
}

}  // namespace

const DeviceProgram* FindConvolutions(const Stream& stream, DataType dtype) {
  return g_convolutions.Find(stream, dtype);
}

std::optional<int64_t> Elements(std::initializer_list<int64_t> sizes) {
  int64_t elements = 1;
  for (const int64_t size : sizes) {
    if (!FitsInt(size) || !FitsInt(elements * size)) return std::nullopt;
    elements *= size;
  }
  return elements;
}

std::optional<ConvolutionShape> MakeConvolution(const ConvolutionGeometry& g) {
  const auto input_pixels = Elements({g.planes.size, g.rows.size, g.columns.size});
  const auto output_pixels = Elements({g.planes.count, g.rows.count, g.columns.count});
  const auto window = Elements({g.planes.window, g.rows.window, g.columns.window});
  const auto strides = Elements({g.planes.stride, g.rows.stride, g.columns.stride});
  if (!input_pixels || !output_pixels || !window || !strides) return std::nullopt;
  if (g.groups > kMaxBlocks || g.depth > kMaxBlocks || g.output_depth > kMaxBlocks) {
    return std::nullopt;
  }
  if (!Elements({g.batch, *input_pixels, g.depth}) || !Elements({g.batch, *input_pixels}) ||
      !Elements({g.batch, *output_pixels, g.output_depth}) ||
      !Elements({g.batch, *output_pixels}) ||
      !Elements({*window, g.depth / g.groups, g.output_depth}) ||
      !Elements({*window, g.output_depth})) {
    return std::nullopt;
  }
  const int64_t input_step = g.channels_first ? 1 : g.depth;
  const int64_t output_step = g.channels_first ? 1 : g.output_depth;
  const int64_t input_row = input_step * g.columns.size;
  const int64_t output_row = output_step * g.columns.count;
  const int64_t input_plane = input_row * g.rows.size;
  const int64_t output_plane = output_row * g.rows.count;
  if (!CanFindPlaces(g.columns, input_step, output_step) ||
      !CanFindPlaces(g.rows, input_row, output_row) ||
      !CanFindPlaces(g.planes, input_plane, output_plane)) {
    return std::nullopt;
  }
  ConvolutionShape shape{};
  shape.planes = MakeWindow(g.planes, input_plane, output_plane);
  shape.rows = MakeWindow(g.rows, input_row, output_row);
  shape.columns = MakeWindow(g.columns, input_step, output_step);
  shape.is_channels_first = g.channels_first ? 1 : 0;
  shape.batch = static_cast<int>(g.batch);
  shape.channels = static_cast<int>(g.depth / g.groups);
  shape.outputs = static_cast<int>(g.output_depth / g.groups);
  shape.depth = static_cast<int>(g.depth);
  shape.output_depth = static_cast<int>(g.output_depth);
  shape.input_image = static_cast<int>(*input_pixels * g.depth);
  shape.output_image = static_cast<int>(*output_pixels * g.output_depth);
  shape.input_channel = static_cast<int>(g.channels_first ? *input_pixels : 1);
  shape.output_channel = static_cast<int>(g.channels_first ? *output_pixels : 1);
  return shape;
}

bool IsEmpty(const ConvolutionGeometry& geometry) {
  return geometry.filter_elements == 0 || InputPixels(geometry) * geometry.depth == 0 ||
         OutputPixels(geometry) * geometry.output_depth == 0;
}

int64_t InputPixels(const ConvolutionGeometry& geometry) {
  return geometry.batch * geometry.planes.size * geometry.rows.size * geometry.columns.size;
}

int64_t OutputPixels(const ConvolutionGeometry& geometry) {
  return geometry.batch * geometry.planes.count * geometry.rows.count * geometry.columns.count;
}

int64_t WindowElements(const ConvolutionGeometry& geometry) {
  return geometry.planes.window * geometry.rows.window * geometry.columns.window * geometry.depth /
         geometry.groups;
}

namespace {

// Several blocks share the depth of a tile if there are fewer tiles than the device has use for.
Launched LaunchShares(const Stream& stream, const DeviceProgram* program, const char* kernel,
                      Dim3 grid, Dim3 block, int64_t depth_of_tile, const ConvolutionShape& shape,
                      const Tiles& tiles) {
  const Shares shares(stream, static_cast<int64_t>(grid.count()), tiles.depth / depth_of_tile,
                      static_cast<uint64_t>(tiles.results) * kMaxBytesOfSum, Shares::kOfTiles);
  grid.z *= static_cast<uint32_t>(shares.count());
  return LaunchInShares(stream, program, shares, tiles.results, tiles.c,
                        [&](void* parts, int32_t results, int32_t count) {
                          return LaunchKernel(stream, program, kernel, grid, block, tiles.a,
                                              tiles.b, tiles.c, parts, shape, results, count);
                        });
}

Launched LaunchTilesOnCpu(const Stream& stream, DataType dtype, const ConvolutionShape& shape,
                          int64_t groups, const Tiles& tiles) {
  const DeviceProgram* const program = FindConvolutions(stream, dtype);
  // An int: hardly more than pixels, of which each has eight elements or more, and MakeConvolution
  // has counted those.
  const int64_t row_tiles = tiles.phases_on_cpu * BlocksFor(tiles.rows_of_phase, kTileRowsOnCpu);
  const Dim3 grid = {static_cast<uint32_t>(row_tiles), BlocksFor(tiles.columns, kTileColumnsOnCpu),
                     static_cast<uint32_t>(groups)};
  if (tiles.shares_on_cpu) {
    return LaunchShares(stream, program, tiles.kernel_on_cpu, grid, kTileBlockOnCpu,
                        kDepthOfTileOnCpu, shape, tiles);
  }
  return LaunchKernel(stream, program, tiles.kernel_on_cpu, grid, kTileBlockOnCpu, tiles.a, tiles.b,
                      tiles.c, shape);
}

}  // namespace

Launched LaunchTiles(const Stream& stream, DataType dtype, const ConvolutionShape& shape,
                     int64_t groups, const Tiles& tiles) {
  if (LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu) {
    return LaunchTilesOnCpu(stream, dtype, shape, groups, tiles);
  }
  const DeviceProgram* const program = FindConvolutions(stream, dtype);
  Dim3 grid = {BlocksFor(tiles.rows, kTileSide), BlocksFor(tiles.columns, kTileSide),
               static_cast<uint32_t>(groups)};
  if (tiles.tall_kernel != nullptr && AreTallTilesMany(stream, grid)) {
    grid.x = (grid.x + 1) / 2;
    return LaunchKernel(stream, program, tiles.tall_kernel, grid, kTileBlock, tiles.a, tiles.b,
                        tiles.c, static_cast<void*>(nullptr), shape, int32_t{0}, int32_t{1});
  }
  return LaunchShares(stream, program, tiles.kernel, grid, kTileBlock, kDepthOfTile, shape, tiles);
}

}  // namespace pluggable::compute::device
