// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/one_hot.h"

namespace pluggable::compute {

Status OneHot(const Stream& stream, const OneHotPlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
