// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <optional>

#include "compute/convolution.h"
#include "compute/cuda/convolution.h"
#include "compute/device/convolution_geometry.h"
#include "compute/device/launch_kernel.h"
#include "plugin/features/device.h"

namespace pluggable::compute {

namespace {

// That of convolution_filter_gradient_direct.
Launched LaunchFilterGradient(const Stream& stream, const ConvolutionFilterGradientPlan& plan) {
  const ConvolutionGeometry& g = plan.geometry;
  const std::optional<device::ConvolutionShape> shape = device::MakeConvolution(g);
  if (!shape || device::IsEmpty(g)) return std::nullopt;
  const int64_t rows = device::WindowElements(g);
  if (device::AreWorthTiles(shape->outputs)) {
    return device::LaunchTiles(
        stream, plan.dtype, *shape, g.groups,
        {"convolution_filter_gradient_tiles", /*tall_kernel=*/nullptr,
         "convolution_filter_gradient_tiles_on_cpu", /*shares_on_cpu=*/true, /*phases_on_cpu=*/1,
         rows, rows, shape->outputs, device::OutputPixels(g), plan.input, plan.gradient,
         plan.filter_gradient, g.filter_elements});
  }
  const Dim3 grid = {static_cast<uint32_t>(rows),
                     BlocksFor(g.output_depth, device::kFilterOutputs)};
  return LaunchKernel(stream, device::FindConvolutions(stream, plan.dtype),
                      "convolution_filter_gradient_direct", grid, kFlatBlock, plan.input,
                      plan.gradient, plan.filter_gradient, *shape);
}

}  // namespace

Status ConvolutionFilterGradient(const Stream& stream, const ConvolutionFilterGradientPlan& plan) {
  Launched launched;
  if constexpr (features::kCudaLibraries) launched = ByCudnn(stream, plan);
  if (!launched) launched = LaunchFilterGradient(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
