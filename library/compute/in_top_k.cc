// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/in_top_k.h"

namespace pluggable::compute {

Status InTopK(const Stream& stream, const InTopKPlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
