// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/on_host.h"
#include "compute/scatter.h"
#include "reference/scatter.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const ScatterPlan& plan) {
  const OnHostScope scope(stream, "scatter");
  const int64_t zeros = plan.from_zeros ? plan.rows * plan.slice : 0;
  stream.Enqueue(plan.count * (plan.slice + plan.depth) + zeros,
                 [plan] { return RunScatter(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
