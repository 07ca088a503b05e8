// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <optional>

#include "compute/convolution.h"
#include "compute/device/convolution_geometry.h"
#include "compute/device/launch_kernel.h"

namespace pluggable::compute {

namespace {

// That of convolution_filter_gradient_direct.
Launched LaunchFilterGradient(const Stream& stream, const ConvolutionFilterGradientPlan& plan) {
  const ConvolutionGeometry& g = plan.geometry;
  const std::optional<device::ConvolutionShape> shape = device::MakeConvolution(g);
  if (!shape || device::IsEmpty(g)) return std::nullopt;
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  const DeviceProgram* const program = device::FindConvolutions(stream, plan.dtype);
  const int64_t rows = g.planes.window * g.rows.window * g.columns.window * shape->channels;
  if (device::AreWorthTiles(shape->outputs)) {
    return LaunchKernel(
        stream, program,
        on_cpu ? "convolution_filter_gradient_tiles_on_cpu" : "convolution_filter_gradient_tiles",
        device::TilesGrid(rows, shape->outputs, g.groups), device::TilesBlock(on_cpu), plan.input,
        plan.gradient, plan.filter_gradient, *shape);
  }
  const Dim3 grid = {static_cast<uint32_t>(rows),
                     BlocksFor(g.output_depth, device::kFilterOutputs)};
  return LaunchKernel(stream, program, "convolution_filter_gradient_direct", grid, kFlatBlock,
                      plan.input, plan.gradient, plan.filter_gradient, *shape);
}

}  // namespace

Status ConvolutionFilterGradient(const Stream& stream, const ConvolutionFilterGradientPlan& plan) {
  const Launched launched = LaunchFilterGradient(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
