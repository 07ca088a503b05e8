// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/diagonals.h"

namespace pluggable::compute {

Status Diagonals(const Stream& stream, const DiagonalsPlan& plan) { return OnHost(stream, plan); }

}  // namespace pluggable::compute
