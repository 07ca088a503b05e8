// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/on_host.h"
#include "compute/training_update.h"
#include "reference/training_step.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const TrainingUpdatePlan& plan) {
  const OnHostScope scope(stream, "training_update");
  const int64_t elements = plan.indices == nullptr ? plan.size : plan.num_indices * plan.slice;
  stream.Enqueue(elements * kTrainingCost,
                 [plan] { return plan.loop(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
