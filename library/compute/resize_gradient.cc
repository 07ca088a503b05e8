// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/resize.h"

namespace pluggable::compute {

Status ResizeGradient(const Stream& stream, const ResizeGradientPlan& plan) {
  return OnHost(stream, plan);
}

}  // namespace pluggable::compute
