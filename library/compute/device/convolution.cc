// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/convolution.h"

#include <optional>

#include "compute/device/convolution_geometry.h"
#include "compute/device/launch_kernel.h"

namespace pluggable::compute {

namespace {

Launched LaunchConvolution(const Stream& stream, const ConvolutionPlan& plan) {
  const ConvolutionGeometry& g = plan.geometry;
  const std::optional<device::ConvolutionShape> shape = device::MakeConvolution(g);
  if (!shape || device::IsEmpty(g)) return std::nullopt;
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  const DeviceProgram* const program = device::FindConvolutions(stream, plan.dtype);
  const int64_t rows = device::OutputPixels(g);
  if (device::AreWorthTiles(shape->outputs)) {
    return LaunchKernel(stream, program, on_cpu ? "convolution_tiles_on_cpu" : "convolution_tiles",
                        device::TilesGrid(rows, shape->outputs, g.groups),
                        device::TilesBlock(on_cpu), plan.input, plan.filter, plan.output, *shape);
  }
  const auto size = static_cast<int32_t>(rows * g.output_depth);
  return LaunchKernel(stream, program, "convolution_direct", FlatGrid(size), kFlatBlock, plan.input,
                      plan.filter, plan.output, *shape, size);
}

}  // namespace

Status Convolution(const Stream& stream, const ConvolutionPlan& plan) {
  const Launched launched = LaunchConvolution(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
