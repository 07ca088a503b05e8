// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/device/pooling_shape.h"

#include <array>

#include "compute/device/launch_kernel.h"
#include "compute/device/programs.h"

namespace pluggable::compute::device {

namespace {

Programs g_poolings("pooling");

// That of pooling.inc.
constexpr uint32_t kElementsOfThreadOnCpu = 512;

// Positions, and what is added to them, stay below twice this.
constexpr int64_t kFarthest = int64_t{1} << 29;

// Whether positions under windows can be counted.
bool CanCount(const WindowDim& dim) {
  for (const int64_t part :
       {dim.size, dim.window, dim.dilation, dim.stride, dim.before, dim.count}) {
    if (part < 0 || part >= kFarthest) return false;
  }
  return dim.window * dim.dilation < kFarthest && dim.count * dim.stride < kFarthest;
}

}  // namespace

const DeviceProgram* FindPoolings(const Stream& stream, DataType dtype) {
  return g_poolings.Find(stream, dtype);
}

std::optional<Pooled> MakePooling(const PoolingGeometry& g) {
  if (!CanCount(g.planes) || !CanCount(g.rows) || !CanCount(g.columns)) return std::nullopt;
  int64_t input_elements = 1;
  int64_t output_elements = 1;
  const int64_t channels = g.depth / g.depth_window;
  for (const auto& [of_input, of_output] :
       std::array<std::array<int64_t, 2>, 5>{{{g.batch, g.batch},
                                              {g.planes.size, g.planes.count},
                                              {g.rows.size, g.rows.count},
                                              {g.columns.size, g.columns.count},
                                              {g.depth, channels}}}) {
    if (!FitsInt(of_input) || !FitsInt(of_output)) return std::nullopt;
    input_elements *= of_input;
    output_elements *= of_output;
    if (!FitsInt(input_elements) || !FitsInt(output_elements)) return std::nullopt;
  }
  const int64_t input_step = g.channels_first ? 1 : g.depth;
  const int64_t output_step = g.channels_first ? 1 : channels;
  const int64_t input_row = input_step * g.columns.size;
  const int64_t output_row = output_step * g.columns.count;
  const int64_t input_plane = input_row * g.rows.size;
  const int64_t output_plane = output_row * g.rows.count;
  const int64_t input_pixels = g.planes.size * g.rows.size * g.columns.size;
  const int64_t output_pixels = g.planes.count * g.rows.count * g.columns.count;
  PoolingShape shape{};
  shape.planes = MakeWindow(g.planes, input_plane, output_plane);
  shape.rows = MakeWindow(g.rows, input_row, output_row);
  shape.columns = MakeWindow(g.columns, input_step, output_step);
  shape.is_channels_first = g.channels_first ? 1 : 0;
  shape.channels = static_cast<int>(channels);
  shape.channels_window = static_cast<int>(g.depth_window);
  shape.input_image = static_cast<int>(input_pixels * g.depth);
  shape.output_image = static_cast<int>(output_pixels * channels);
  shape.input_channel = static_cast<int>(g.channels_first ? input_pixels : 1);
  shape.output_channel = static_cast<int>(g.channels_first ? output_pixels : 1);
  return Pooled{shape, input_elements, output_elements};
}

bool IsFasterOnHost(const Stream& stream, const PoolingGeometry& geometry) {
  return geometry.channels_first && LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
}

PoolingLaunch LaunchOfPooling(const Stream& stream, int64_t size) {
  if (!LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu) return {FlatGrid(size), kFlatBlock};
  return {{BlocksFor(size, kElementsOfThreadOnCpu), 1, 1}, {1, 1, 1}};
}

}  // namespace pluggable::compute::device
