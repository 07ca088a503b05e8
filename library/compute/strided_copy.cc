// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/strided_copy.h"

namespace pluggable::compute {

Status StridedCopies(const Stream& stream, const StridedCopyPlan& plan) {
  return OnHost(stream, plan);
}

}  // namespace pluggable::compute
