// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/dtype_switch.h"
#include "compute/gather.h"
#include "compute/on_host.h"
#include "reference/gather.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const GatherPlan& plan) {
  const OnHostScope scope(stream, "gather");
  return SwitchDtype<int16_t, int32_t, int64_t>(plan.index_dtype, [&](auto type) {
    using Index = typename decltype(type)::type;
    stream.Enqueue(plan.batches * plan.outer * plan.picked * plan.slice, [plan] {
      return RunGather(plan, OnDevice(plan.params),
                       OnDevice(static_cast<const Index*>(plan.indices)), OnDevice(plan.out),
                       &ThreadPool::Global());
    });
  });
}

}  // namespace pluggable::compute
