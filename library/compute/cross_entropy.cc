// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/cross_entropy.h"

namespace pluggable::compute {

Status CrossEntropy(const Stream& stream, const CrossEntropyPlan& plan) {
  return OnHost(stream, plan);
}

}  // namespace pluggable::compute
