// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/convolution.h"

namespace pluggable::compute {

Status ConvolutionInputGradient(const Stream& stream, const ConvolutionInputGradientPlan& plan) {
  return OnHost(stream, plan);
}

}  // namespace pluggable::compute
