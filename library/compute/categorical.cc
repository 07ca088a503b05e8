// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/categorical.h"

namespace pluggable::compute {

Status Categorical(const Stream& stream, const CategoricalPlan& plan) {
  return OnHost(stream, plan);
}

}  // namespace pluggable::compute
