// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/softmax.h"

namespace pluggable::compute {

Status Softmax(const Stream& stream, const SoftmaxPlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
