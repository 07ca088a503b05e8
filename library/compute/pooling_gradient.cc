// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/pooling.h"

namespace pluggable::compute {

Status PoolingGradient(const Stream& stream, const PoolingGradientPlan& plan) {
  return OnHost(stream, plan);
}

}  // namespace pluggable::compute
