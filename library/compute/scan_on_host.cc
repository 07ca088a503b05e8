// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/on_host.h"
#include "compute/scan.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const ScanPlan& plan) {
  const OnHostScope scope(stream, "scan");
  stream.Enqueue(2 * plan.outer * plan.length * plan.inner,
                 [plan] { plan.loop(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
