// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/band_part.h"

namespace pluggable::compute {

Status BandPart(const Stream& stream, const BandPartPlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
