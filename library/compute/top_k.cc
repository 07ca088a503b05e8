// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/top_k.h"

namespace pluggable::compute {

Status TopK(const Stream& stream, const TopKPlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
