// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/nonzero.h"
#include "compute/on_host.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const NonzeroPlan& plan) {
  const OnHostScope scope(stream, "nonzero");
  stream.Enqueue(plan.elements(), [plan] { plan.loop(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
