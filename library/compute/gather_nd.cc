// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/gather_nd.h"

namespace pluggable::compute {

Status GatherNd(const Stream& stream, const GatherNdPlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
