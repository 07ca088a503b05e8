// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Failures that a later attempt may not have.

#ifndef PLUGGABLE_DRIVER_TRANSIENT_H_
#define PLUGGABLE_DRIVER_TRANSIENT_H_

#include "pluggable/status.h"

namespace pluggable {

// Whether something failed because memory was short, so that a later attempt may succeed.
inline bool IsTransient(const Status& status) { return status.code() == TF_RESOURCE_EXHAUSTED; }

// Whether to make another attempt. The number of attempts is limited, since building takes long.
inline bool MayRetry(const Status& status, int tries) {
  constexpr int kMaxTries = 3;
  return IsTransient(status) && tries < kMaxTries;
}

}  // namespace pluggable

#endif  // PLUGGABLE_DRIVER_TRANSIENT_H_
