// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/pooling.h"

namespace pluggable::compute {

Status Pooling(const Stream& stream, const PoolingPlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
