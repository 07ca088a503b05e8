// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/cross_entropy.h"
#include "compute/dtype_switch.h"
#include "compute/on_host.h"
#include "reference/cross_entropy.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const CrossEntropyPlan& plan) {
  const OnHostScope scope(stream, "cross_entropy");
  return SwitchDtype<float, double, half, bfloat16>(plan.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    stream.Enqueue(plan.rows * (plan.classes + 1) * kCrossEntropyCost, [plan]() -> Status {
      ThreadPool* const threads = &ThreadPool::Global();
      switch (plan.class_dtype) {
        case DT_INT32:
          return RunCrossEntropyOfClasses<T, int32_t>(plan, threads);
        case DT_INT64:
          return RunCrossEntropyOfClasses<T, int64_t>(plan, threads);
        default:
          RunCrossEntropy<T>(plan, threads);
          return Status();
      }
    });
  });
}

}  // namespace pluggable::compute
