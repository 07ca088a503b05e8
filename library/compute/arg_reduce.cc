// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/arg_reduce.h"

namespace pluggable::compute {

Status ArgReduce(const Stream& stream, const ArgReducePlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
