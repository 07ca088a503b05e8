// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Failures that may be over the next time.

#ifndef PLUGGABLE_DRIVER_FOR_NOW_H_
#define PLUGGABLE_DRIVER_FOR_NOW_H_

#include "pluggable/status.h"

namespace pluggable {

// Whether something failed for want of memory, so that it may succeed another time.
inline bool IsForNow(const Status& status) { return status.code() == TF_RESOURCE_EXHAUSTED; }

// Whether to try once more what has been tried so often. Not too often: building takes long.
inline bool IsWorthATry(const Status& status, int tries) {
  constexpr int kMostTries = 3;
  return IsForNow(status) && tries < kMostTries;
}

}  // namespace pluggable

#endif  // PLUGGABLE_DRIVER_FOR_NOW_H_
