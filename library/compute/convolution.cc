// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/convolution.h"

namespace pluggable::compute {

Status Convolution(const Stream& stream, const ConvolutionPlan& plan) {
  return OnHost(stream, plan);
}

}  // namespace pluggable::compute
