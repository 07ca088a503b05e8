// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/strided_copy.h"

#include "compute/device/strided_copy_launch.h"

namespace pluggable::compute {

Status StridedCopies(const Stream& stream, const StridedCopyPlan& plan) {
  const Launched launched = LaunchCopies(stream, plan, /*are_results=*/true);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
