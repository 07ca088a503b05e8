// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/categorical.h"
#include "compute/on_host.h"
#include "reference/categorical.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const CategoricalPlan& plan) {
  const OnHostScope scope(stream, "categorical");
  stream.Enqueue(plan.rows * CategoricalCost(plan),
                 [plan] { plan.loop(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
