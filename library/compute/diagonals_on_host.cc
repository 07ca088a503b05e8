// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/diagonals.h"
#include "compute/on_host.h"
#include "reference/diagonals.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const DiagonalsPlan& plan) {
  const OnHostScope scope(stream, "diagonals");
  stream.Enqueue(DiagonalsCost(plan), [plan] { RunDiagonals(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
