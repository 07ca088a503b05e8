// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// One-hot vectors, on the host.

#ifndef PLUGGABLE_REFERENCE_ONE_HOT_H_
#define PLUGGABLE_REFERENCE_ONE_HOT_H_

#include "pluggable/status.h"
#include "pluggable/thread_pool.h"

#include "compute/one_hot.h"

namespace pluggable {

// Computes a plan. Only work on the stream may call it. Fails for types that indices cannot have.
Status RunOneHot(const compute::OneHotPlan& plan, ThreadPool* threads);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_ONE_HOT_H_
