// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Checks whether targets are among the k highest predictions, on the host.

#ifndef PLUGGABLE_REFERENCE_IN_TOP_K_H_
#define PLUGGABLE_REFERENCE_IN_TOP_K_H_

#include "pluggable/status.h"
#include "pluggable/thread_pool.h"

#include "compute/in_top_k.h"

namespace pluggable {

// Computes a plan. Only work on the stream may call it. Fails for types that targets cannot have.
Status RunInTopK(const compute::InTopKPlan& plan, ThreadPool* threads);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_IN_TOP_K_H_
