// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/elementwise.h"

namespace pluggable::compute {

Status Elementwise(const Stream& stream, const ElementwisePlan& plan) {
  return OnHost(stream, plan);
}

}  // namespace pluggable::compute
