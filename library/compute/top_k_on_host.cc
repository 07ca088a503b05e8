// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/on_host.h"
#include "compute/top_k.h"
#include "reference/top_k.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const TopKPlan& plan) {
  const OnHostScope scope(stream, "top_k");
  stream.Enqueue(plan.rows * plan.columns * kSortCost,
                 [plan] { plan.loop(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
