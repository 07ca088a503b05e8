// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/qr.h"

namespace pluggable::compute {

Status Qr(const Stream& stream, const QrPlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
