// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/convolution.h"

#include <optional>

#include "compute/cuda/convolution.h"
#include "compute/device/convolution_geometry.h"
#include "compute/device/launch_kernel.h"
#include "plugin/features/device.h"

namespace pluggable::compute {

namespace {

Launched LaunchConvolution(const Stream& stream, const ConvolutionPlan& plan) {
  const ConvolutionGeometry& g = plan.geometry;
  const std::optional<device::ConvolutionShape> shape = device::MakeConvolution(g);
  if (!shape || device::IsEmpty(g)) return std::nullopt;
  const int64_t rows = device::OutputPixels(g);
  const int64_t size = rows * g.output_depth;
  if (device::AreWorthTiles(shape->outputs)) {
    return device::LaunchTiles(
        stream, plan.dtype, *shape, g.groups,
        {"convolution_tiles", "convolution_tiles_tall", "convolution_tiles_on_cpu",
         /*shares_on_cpu=*/false, /*phases_on_cpu=*/1, rows, rows, shape->outputs,
         device::WindowElements(g), plan.input, plan.filter, plan.output, size});
  }
  return LaunchKernel(stream, device::FindConvolutions(stream, plan.dtype), "convolution_direct",
                      FlatGrid(size), kFlatBlock, plan.input, plan.filter, plan.output, *shape,
                      static_cast<int32_t>(size));
}

}  // namespace

Status Convolution(const Stream& stream, const ConvolutionPlan& plan) {
  Launched launched;
  if constexpr (features::kCudaLibraries) launched = ByCudnn(stream, plan);
  if (!launched) launched = LaunchConvolution(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
