// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/random.h"

namespace pluggable::compute {

Status Random(const Stream& stream, const RandomPlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
