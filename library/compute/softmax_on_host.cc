// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/dtype_switch.h"
#include "compute/on_host.h"
#include "compute/softmax.h"
#include "reference/softmax.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const SoftmaxPlan& plan) {
  const OnHostScope scope(stream, "softmax");
  return SwitchDtype<float, double, half, bfloat16>(plan.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const int64_t elements = plan.rows * plan.classes;
    stream.Enqueue(elements * kSoftmaxCost, [plan, elements] {
      const auto size = static_cast<size_t>(elements);
      const Span<const T> logits(static_cast<const T*>(plan.logits), size);
      const Span<T> out(static_cast<T*>(plan.out), size);
      pluggable::Softmax<T>(OnDevice(logits), plan.classes, plan.is_logarithm, OnDevice(out),
                            &ThreadPool::Global());
    });
  });
}

}  // namespace pluggable::compute
