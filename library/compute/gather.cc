// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/gather.h"

namespace pluggable::compute {

Status Gather(const Stream& stream, const GatherPlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
