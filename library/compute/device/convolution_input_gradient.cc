// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <optional>

#include "compute/convolution.h"
#include "compute/device/convolution_geometry.h"
#include "compute/device/launch_kernel.h"

namespace pluggable::compute {

namespace {

Launched LaunchInputGradient(const Stream& stream, const ConvolutionInputGradientPlan& plan) {
  const ConvolutionGeometry& g = plan.geometry;
  const std::optional<device::ConvolutionShape> shape = device::MakeConvolution(g);
  if (!shape || device::IsEmpty(g)) return std::nullopt;
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  const DeviceProgram* const program = device::FindConvolutions(stream, plan.dtype);
  const int64_t rows = device::InputPixels(g);
  if (device::AreWorthTiles(shape->channels)) {
    return LaunchKernel(
        stream, program,
        on_cpu ? "convolution_input_gradient_tiles_on_cpu" : "convolution_input_gradient_tiles",
        device::TilesGrid(rows, shape->channels, g.groups), device::TilesBlock(on_cpu),
        plan.gradient, plan.filter, plan.input_gradient, *shape);
  }
  const auto size = static_cast<int32_t>(rows * g.depth);
  return LaunchKernel(stream, program, "convolution_input_gradient_direct", FlatGrid(size),
                      kFlatBlock, plan.gradient, plan.filter, plan.input_gradient, *shape, size);
}

}  // namespace

Status ConvolutionInputGradient(const Stream& stream, const ConvolutionInputGradientPlan& plan) {
  const Launched launched = LaunchInputGradient(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
