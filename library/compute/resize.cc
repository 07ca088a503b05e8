// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/resize.h"

namespace pluggable::compute {

Status Resize(const Stream& stream, const ResizePlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
