// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Threads as TensorFlow's own profilers number them.

#ifndef PLUGGABLE_PROFILER_HOST_THREAD_H_
#define PLUGGABLE_PROFILER_HOST_THREAD_H_

#include <cstdint>

namespace pluggable::profiler {

// The number of the calling thread.
int64_t HostThreadId();

// The line of the plane of host threads that is the thread's.
int64_t LineOfThread(int64_t thread_id);

}  // namespace pluggable::profiler

#endif  // PLUGGABLE_PROFILER_HOST_THREAD_H_
