// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/on_host.h"
#include "compute/projective_transform.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const ProjectiveTransformPlan& plan) {
  const OnHostScope scope(stream, "projective_transform");
  stream.Enqueue(8 * plan.images * plan.out_rows * plan.out_columns * plan.channels,
                 [plan] { plan.loop(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
