// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Numbers threads as TensorFlow's own profilers do.

#ifndef PLUGGABLE_PROFILER_HOST_THREAD_H_
#define PLUGGABLE_PROFILER_HOST_THREAD_H_

#include <cstdint>

namespace pluggable::profiler {

// The number of the calling thread.
int64_t HostThreadId();

// The number of the thread's line in the plane of host threads.
int64_t LineOfThread(int64_t thread_id);

}  // namespace pluggable::profiler

#endif  // PLUGGABLE_PROFILER_HOST_THREAD_H_
