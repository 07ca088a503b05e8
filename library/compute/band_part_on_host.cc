// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/band_part.h"
#include "compute/on_host.h"
#include "reference/band_part.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const BandPartPlan& plan) {
  const OnHostScope scope(stream, "band_part");
  stream.Enqueue(plan.matrices * plan.rows * plan.columns,
                 [plan] { RunBandPart(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
