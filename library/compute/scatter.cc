// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/scatter.h"

namespace pluggable::compute {

Status Scatter(const Stream& stream, const ScatterPlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
