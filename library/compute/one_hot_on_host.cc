// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/on_host.h"
#include "compute/one_hot.h"
#include "reference/one_hot.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const OneHotPlan& plan) {
  const OnHostScope scope(stream, "one_hot");
  const int64_t indices = plan.outer * plan.inner;
  stream.Enqueue(indices * plan.depth + 2 * indices,
                 [plan] { return RunOneHot(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
