// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/elementwise.h"
#include "compute/on_host.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const ElementwisePlan& plan) {
  const OnHostScope scope(stream, "elementwise");
  stream.ParallelFor(plan.size, plan.cost,
                     [plan](int64_t begin, int64_t end) { plan.loop(plan, begin, end); });
  return Status();
}

void CheckOnHost(const Stream& stream, OperandCheck check, const void* y, int64_t count) {
  const OnHostScope scope(stream, "elementwise");
  stream.Enqueue(count, [check, y, count] { return check(y, count); });
}

}  // namespace pluggable::compute
