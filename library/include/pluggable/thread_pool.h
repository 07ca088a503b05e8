// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The host's threads, which work on a stream may use.

#ifndef PLUGGABLE_THREAD_POOL_H_
#define PLUGGABLE_THREAD_POOL_H_

#include <cstdint>
#include <functional>
#include <memory>

namespace pluggable {

// All devices of the process share one pool, with a thread for each core. The threads start when
// the first function is scheduled, so a process that only imports TensorFlow has none of them.
//
// Use it in enqueued work. A function on the pool may call ParallelFor itself: the caller takes
// part in the loop, so it never waits for a free thread.
class ThreadPool {
 public:
  // A pool of its own, of at least one thread.
  explicit ThreadPool(int num_threads);
  // Runs what was scheduled, then joins the threads.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // The pool that stream().thread_pool() is. Never destroyed: work may outlive main.
  static ThreadPool& Global();

  // How many threads the pool has.
  int NumThreads() const { return num_threads_; }
  // 0 to NumThreads() - 1 on a thread of this pool, -1 on any other.
  int CurrentThreadId() const;

  // Runs fn on some thread of the pool.
  void Schedule(std::function<void()> fn);
  // The same, but preferably on a thread of [start, limit). Any other thread takes fn when it would
  // be idle otherwise.
  void ScheduleWithHint(std::function<void()> fn, int start, int limit);

  // Calls fn(begin, end) for disjoint ranges that cover [0, total), several at a time, and returns
  // when all are done. cost_per_unit is about how many nanoseconds one unit takes on one core:
  // cheap loops run as one range on the caller's thread.
  template <typename F>
  void ParallelFor(int64_t total, int64_t cost_per_unit, const F& fn) {
    RunBlocks(total, cost_per_unit, &fn, [](const void* f, int64_t begin, int64_t end, int) {
      (*static_cast<const F*>(f))(begin, end);
    });
  }

  // The same, but fn(begin, end, worker) is also told which of [0, NumThreads()] runs it; calls
  // with equal `worker` never overlap within one loop, so it may index scratch space.
  template <typename F>
  void ParallelForWithWorkerId(int64_t total, int64_t cost_per_unit, const F& fn) {
    RunBlocks(total, cost_per_unit, &fn, [](const void* f, int64_t begin, int64_t end, int worker) {
      (*static_cast<const F*>(f))(begin, end, worker);
    });
  }

 private:
  struct Shared;
  struct Loop;
  // Calls the function that `fn` points to. Unlike a std::function it costs a kernel's compilation
  // nothing, and the kernel's loop is compiled once.
  using BlockFunction = void (*)(const void* fn, int64_t begin, int64_t end, int worker);

  void RunBlocks(int64_t total, int64_t cost_per_unit, const void* fn, BlockFunction call);

  const int num_threads_;
  const std::unique_ptr<Shared> shared_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_THREAD_POOL_H_
