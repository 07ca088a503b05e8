// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/on_host.h"
#include "compute/qr.h"
#include "reference/qr.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const QrPlan& plan) {
  const OnHostScope scope(stream, "qr");
  stream.Enqueue(plan.matrices * QrCost(plan), [plan] { plan.loop(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
