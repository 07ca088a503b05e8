// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <type_traits>

#include "compute/convolution.h"
#include "compute/dtype_switch.h"
#include "compute/on_host.h"
#include "reference/convolution.h"
#include "reference/convolution_gradient.h"
#include "reference/depthwise_gradient.h"

namespace pluggable::compute {

namespace {

int64_t CostOf(const ConvolutionGeometry& geometry) {
  return pluggable::Convolution(geometry).cost();
}

int64_t InputElements(const ConvolutionGeometry& geometry) {
  return geometry.batch * geometry.planes.size * geometry.rows.size * geometry.columns.size *
         geometry.depth;
}

}  // namespace

Status OnHost(const Stream& stream, const ConvolutionPlan& plan) {
  const OnHostScope scope(stream, "convolution");
  return SwitchDtype<float, double, int32_t, half, bfloat16>(plan.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    stream.Enqueue(CostOf(plan.geometry), [plan] {
      const pluggable::Convolution convolution(plan.geometry);
      const T* const input = OnDevice(static_cast<const T*>(plan.input));
      const T* const filter = OnDevice(static_cast<const T*>(plan.filter));
      T* const output = OnDevice(static_cast<T*>(plan.output));
      if constexpr (!std::is_integral_v<T>) {
        if (plan.geometry.is_depthwise) {
          return convolution.RunDepthwise(input, filter, output, &ThreadPool::Global());
        }
      }
      convolution.Run(input, filter, output, &ThreadPool::Global());
    });
  });
}

Status OnHost(const Stream& stream, const ConvolutionInputGradientPlan& plan) {
  const OnHostScope scope(stream, "convolution_input_gradient");
  return SwitchDtype<float, double, int32_t, half, bfloat16>(plan.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    stream.Enqueue(CostOf(plan.geometry) + InputElements(plan.geometry), [plan] {
      const T* const filter = OnDevice(static_cast<const T*>(plan.filter));
      const T* const gradient = OnDevice(static_cast<const T*>(plan.gradient));
      T* const result = OnDevice(static_cast<T*>(plan.input_gradient));
      if constexpr (!std::is_integral_v<T>) {
        if (plan.geometry.is_depthwise) {
          return DepthwiseGradient(plan.geometry)
              .RunInput(filter, gradient, result, &ThreadPool::Global());
        }
      }
      ConvolutionGradient(plan.geometry).RunInput(filter, gradient, result, &ThreadPool::Global());
    });
  });
}

Status OnHost(const Stream& stream, const ConvolutionFilterGradientPlan& plan) {
  const OnHostScope scope(stream, "convolution_filter_gradient");
  return SwitchDtype<float, double, half, bfloat16>(plan.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    stream.Enqueue(CostOf(plan.geometry) + plan.geometry.filter_elements, [plan] {
      const T* const input = OnDevice(static_cast<const T*>(plan.input));
      const T* const gradient = OnDevice(static_cast<const T*>(plan.gradient));
      T* const result = OnDevice(static_cast<T*>(plan.filter_gradient));
      if (plan.geometry.is_depthwise) {
        return DepthwiseGradient(plan.geometry)
            .RunFilter(input, gradient, result, &ThreadPool::Global());
      }
      ConvolutionGradient(plan.geometry).RunFilter(input, gradient, result, &ThreadPool::Global());
    });
  });
}

}  // namespace pluggable::compute
