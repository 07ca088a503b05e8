// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <optional>

#include "compute/convolution.h"
#include "compute/cuda/convolution.h"
#include "compute/device/convolution_geometry.h"
#include "compute/device/launch_kernel.h"
#include "plugin/features/device.h"

namespace pluggable::compute {

namespace {

Launched LaunchInputGradient(const Stream& stream, const ConvolutionInputGradientPlan& plan) {
  const ConvolutionGeometry& g = plan.geometry;
  const std::optional<device::ConvolutionShape> shape = device::MakeConvolution(g);
  if (!shape || device::IsEmpty(g)) return std::nullopt;
  const int64_t rows = device::InputPixels(g);
  const int64_t size = rows * g.depth;
  const int64_t phases =
      device::PhasesOf(g.planes) * device::PhasesOf(g.rows) * device::PhasesOf(g.columns);
  const int64_t rows_of_phase = g.batch * device::PixelsOfPhase(g.planes) *
                                device::PixelsOfPhase(g.rows) * device::PixelsOfPhase(g.columns);
  if (device::AreWorthTiles(shape->channels)) {
    return device::LaunchTiles(
        stream, plan.dtype, *shape, g.groups,
        {"convolution_input_gradient_tiles", "convolution_input_gradient_tiles_tall",
         "convolution_input_gradient_tiles_on_cpu", /*shares_on_cpu=*/false, phases, rows_of_phase,
         rows, shape->channels, device::WindowElements(g) / shape->channels * shape->outputs,
         plan.gradient, plan.filter, plan.input_gradient, size});
  }
  return LaunchKernel(stream, device::FindConvolutions(stream, plan.dtype),
                      "convolution_input_gradient_direct", FlatGrid(size), kFlatBlock,
                      plan.gradient, plan.filter, plan.input_gradient, *shape,
                      static_cast<int32_t>(size));
}

}  // namespace

Status ConvolutionInputGradient(const Stream& stream, const ConvolutionInputGradientPlan& plan) {
  Launched launched;
  if constexpr (features::kCudaLibraries) launched = ByCudnn(stream, plan);
  if (!launched) launched = LaunchInputGradient(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
