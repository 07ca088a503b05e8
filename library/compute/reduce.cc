// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/reduce.h"

namespace pluggable::compute {

Status Reduce(const Stream& stream, const ReducePlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
