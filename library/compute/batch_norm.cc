// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/batch_norm.h"

namespace pluggable::compute {

Status BatchNorm(const Stream& stream, const BatchNormPlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
