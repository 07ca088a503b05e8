// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/arg_reduce.h"
#include "compute/on_host.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const ArgReducePlan& plan) {
  const OnHostScope scope(stream, "arg_reduce");
  stream.Enqueue(plan.outer * plan.length * plan.inner,
                 [plan] { plan.loop(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
