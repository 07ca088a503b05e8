// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <cstdint>

#include "compute/dtype_switch.h"
#include "compute/gather.h"
#include "compute/on_host.h"
#include "reference/gather.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const GatherPlan& plan) {
  const OnHostScope scope(stream, "gather");
  return SwitchDtype<int16_t, int32_t, int64_t>(plan.index_dtype, [&](auto type) {
    using Index = typename decltype(type)::type;
    const int64_t cost_per_index = std::max<int64_t>(plan.outer * plan.slice, 1);
    stream.Enqueue(plan.batches * plan.picked * cost_per_index, [plan] {
      // Tensors without elements are not in device memory.
      const bool is_empty = plan.slice == 0;
      return RunGather(plan, is_empty ? nullptr : OnDevice(plan.params),
                       OnDevice(static_cast<const Index*>(plan.indices)),
                       is_empty ? nullptr : OnDevice(plan.out), &ThreadPool::Global());
    });
  });
}

}  // namespace pluggable::compute
