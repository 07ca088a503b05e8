// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/projective_transform.h"

namespace pluggable::compute {

Status ProjectiveTransform(const Stream& stream, const ProjectiveTransformPlan& plan) {
  return OnHost(stream, plan);
}

}  // namespace pluggable::compute
