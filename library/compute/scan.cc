// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/scan.h"

namespace pluggable::compute {

Status Scan(const Stream& stream, const ScanPlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
