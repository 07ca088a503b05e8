// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/in_top_k.h"
#include "compute/on_host.h"
#include "reference/in_top_k.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const InTopKPlan& plan) {
  const OnHostScope scope(stream, "in_top_k");
  stream.Enqueue(plan.rows * (plan.classes + 1),
                 [plan] { return RunInTopK(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
