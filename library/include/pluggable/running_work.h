// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Tracks the streams whose work this thread runs.

#ifndef PLUGGABLE_RUNNING_WORK_H_
#define PLUGGABLE_RUNNING_WORK_H_

#include <utility>

namespace pluggable {

class WorkObserver;

namespace internal {

// Marks this thread, as long as the object lives, as one that runs work of the stream. Marks nest:
// a stream that does everything at once may run work of another stream in between.
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
