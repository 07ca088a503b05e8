// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/nonzero.h"

namespace pluggable::compute {

Status Nonzero(const Stream& stream, const NonzeroPlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
