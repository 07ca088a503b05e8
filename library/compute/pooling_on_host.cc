// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/dtype_switch.h"
#include "compute/on_host.h"
#include "compute/pooling.h"
#include "reference/pooling.h"
#include "reference/pooling_gradient.h"

namespace pluggable::compute {

namespace {

int64_t InputElements(const PoolingGeometry& geometry) {
  return geometry.batch * geometry.planes.size * geometry.rows.size * geometry.columns.size *
         geometry.depth;
}

Status EnqueueMax(const Stream& stream, const PoolingPlan& plan) {
  return SwitchDtype<float, double, half, bfloat16, int8_t, uint8_t, int16_t, uint16_t, int32_t,
                     int64_t>(plan.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const pluggable::Pooling pooling(plan.geometry);
    stream.Enqueue(pooling.cost(), [pooling, plan] {
      pooling.RunMax(OnDevice(static_cast<const T*>(plan.input)),
                     OnDevice(static_cast<T*>(plan.output)), &ThreadPool::Global());
    });
  });
}

Status EnqueueAverage(const Stream& stream, const PoolingPlan& plan) {
  return SwitchDtype<float, double, half, bfloat16>(plan.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const pluggable::Pooling pooling(plan.geometry);
    stream.Enqueue(pooling.cost(), [pooling, plan] {
      pooling.RunAverage(OnDevice(static_cast<const T*>(plan.input)),
                         OnDevice(static_cast<T*>(plan.output)), &ThreadPool::Global());
    });
  });
}

// Enqueues run(gradient, its tensor, the result) for T, on device memory.
template <typename T, typename Run>
void EnqueueGradient(const Stream& stream, const PoolingGradientPlan& plan, Run run) {
  const pluggable::PoolingGradient gradient(plan.geometry);
  stream.Enqueue(gradient.cost() + InputElements(plan.geometry), [gradient, plan, run] {
    run(gradient, OnDevice(static_cast<const T*>(plan.gradient)),
        OnDevice(static_cast<T*>(plan.input_gradient)));
  });
}

Status EnqueueMaxGradient(const Stream& stream, const PoolingGradientPlan& plan) {
  return SwitchDtype<float, double, half, bfloat16, int8_t, uint8_t, int16_t, uint16_t, int32_t,
                     int64_t>(plan.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    EnqueueGradient<T>(stream, plan, [plan](const auto& pooling, const T* gradient, T* result) {
      pooling.RunMax(OnDevice(static_cast<const T*>(plan.input)), gradient, result,
                     &ThreadPool::Global());
    });
  });
}

Status EnqueueAllMaxGradient(const Stream& stream, const PoolingGradientPlan& plan) {
  return SwitchDtype<float, half, bfloat16>(plan.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    EnqueueGradient<T>(stream, plan, [plan](const auto& pooling, const T* gradient, T* result) {
      pooling.RunAllMax(OnDevice(static_cast<const T*>(plan.input)),
                        OnDevice(static_cast<const T*>(plan.output)), gradient, result,
                        &ThreadPool::Global());
    });
  });
}

Status EnqueueAverageGradient(const Stream& stream, const PoolingGradientPlan& plan) {
  return SwitchDtype<float, double, half, bfloat16>(plan.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    EnqueueGradient<T>(stream, plan, [](const auto& pooling, const T* gradient, T* result) {
      pooling.RunAverage(gradient, result, &ThreadPool::Global());
    });
  });
}

}  // namespace

Status OnHost(const Stream& stream, const PoolingPlan& plan) {
  const OnHostScope scope(stream, "pooling");
  return plan.kind == PoolingPlan::Kind::kMax ? EnqueueMax(stream, plan)
                                              : EnqueueAverage(stream, plan);
}

Status OnHost(const Stream& stream, const PoolingGradientPlan& plan) {
  const OnHostScope scope(stream, "pooling_gradient");
  switch (plan.kind) {
    case PoolingGradientPlan::Kind::kMax:
      return EnqueueMaxGradient(stream, plan);
    case PoolingGradientPlan::Kind::kAllMax:
      return EnqueueAllMaxGradient(stream, plan);
    default:
      return EnqueueAverageGradient(stream, plan);
  }
}

}  // namespace pluggable::compute
