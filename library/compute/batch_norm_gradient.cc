// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/batch_norm.h"

namespace pluggable::compute {

Status BatchNormGradient(const Stream& stream, const BatchNormGradientPlan& plan) {
  return OnHost(stream, plan);
}

}  // namespace pluggable::compute
