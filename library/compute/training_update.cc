// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/training_update.h"

namespace pluggable::compute {

Status TrainingUpdate(const Stream& stream, const TrainingUpdatePlan& plan) {
  return OnHost(stream, plan);
}

}  // namespace pluggable::compute
