// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/on_host.h"
#include "compute/random.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const RandomPlan& plan) {
  const OnHostScope scope(stream, "random");
  stream.Enqueue(plan.size * plan.cost, [plan] { plan.loop(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
