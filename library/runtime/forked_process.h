// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A process that was forked from one that uses the device has none of the threads that do the
// device's work. Whatever waits for such a thread would wait for ever.

#ifndef PLUGGABLE_RUNTIME_FORKED_PROCESS_H_
#define PLUGGABLE_RUNTIME_FORKED_PROCESS_H_

#include "pluggable/status.h"

namespace pluggable::runtime {

// Call it before the device's runtime or a thread of the driver is started. Children that are
// forked from now on cannot use the devices. Later calls do nothing.
void WatchForks();

// Whether this process is such a child.
bool IsForked();
// FAILED_PRECONDITION if it is, with a message that says what to do.
Status CheckProcess();

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_FORKED_PROCESS_H_
