// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/dtype_switch.h"
#include "compute/gather_nd.h"
#include "compute/on_host.h"
#include "reference/gather_nd.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const GatherNdPlan& plan) {
  const OnHostScope scope(stream, "gather_nd");
  return SwitchDtype<int32_t, int64_t>(plan.index_dtype, [&](auto type) {
    using Index = typename decltype(type)::type;
    stream.Enqueue(plan.count * (plan.slice + int64_t{4} * plan.depth),
                   [plan, name = stream.op_name()] {
                     return RunGatherNd<Index>(plan, name, &ThreadPool::Global());
                   });
  });
}

}  // namespace pluggable::compute
