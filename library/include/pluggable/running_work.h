// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Which streams' work this thread runs.

#ifndef PLUGGABLE_RUNNING_WORK_H_
#define PLUGGABLE_RUNNING_WORK_H_

#include <utility>

namespace pluggable {

class WorkObserver;

namespace internal {

// This thread runs work of the stream as long as it lives. A stream that does everything at once
// may run the work of another in between.
class RunningWork {
 public:
  explicit RunningWork(const WorkObserver* stream)
      : stream_(stream), outer_(std::exchange(innermost, this)) {}
  ~RunningWork() { innermost = outer_; }
  RunningWork(const RunningWork&) = delete;
  RunningWork& operator=(const RunningWork&) = delete;

  static bool OfAny() { return innermost != nullptr; }
  static bool Of(const WorkObserver* stream) {
    const RunningWork* running = innermost;
    while (running != nullptr && running->stream_ != stream) running = running->outer_;
    return running != nullptr;
  }

 private:
  static inline thread_local const RunningWork* innermost = nullptr;

  const WorkObserver* const stream_;
  const RunningWork* const outer_;
};

}  // namespace internal
}  // namespace pluggable

#endif  // PLUGGABLE_RUNNING_WORK_H_
