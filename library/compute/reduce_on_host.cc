// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/on_host.h"
#include "compute/reduce.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const ReducePlan& plan) {
  const OnHostScope scope(stream, "reduce");
  stream.Enqueue(plan.kept_elements * plan.folded_elements + plan.kept_elements,
                 [plan] { plan.loop(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
