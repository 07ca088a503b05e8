// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The host's threads, for work on a stream.

#ifndef PLUGGABLE_THREAD_POOL_H_
#define PLUGGABLE_THREAD_POOL_H_

#include <cstdint>
#include <functional>
#include <memory>

namespace pluggable {

// A pool of threads. All devices of the process share one pool, with a thread for each core. The
// threads start when the first function is scheduled, so a process that only imports TensorFlow
// starts none.
//
// Use it in enqueued work. A function on the pool may call ParallelFor itself: the caller takes
// part in the loop, so it never waits for a free thread.
class ThreadPool {
 public:
  // A separate pool, of at least one thread.
  explicit ThreadPool(int num_threads);
  // Runs all scheduled functions, then joins the threads.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // The shared pool, which stream().thread_pool() returns. Never destroyed: work may outlive main.
  static ThreadPool& Global();

  // The number of threads.
  int NumThreads() const { return num_threads_; }
  // 0 to NumThreads() - 1 on a thread of this pool, -1 on any other.
  int CurrentThreadId() const;

  // Runs fn on some thread of the pool.
  void Schedule(std::function<void()> fn);
  // The same, but preferably on a thread of [start, limit). Any other thread takes fn if it would
  // be idle otherwise.
  void ScheduleWithHint(std::function<void()> fn, int start, int limit);

  // Calls fn(begin, end) for disjoint ranges that cover [0, total), several at a time, and returns
  // when all are done. cost_per_unit is about how many nanoseconds one unit takes on one core.
  // Cheap loops run as one range on the caller's thread.
  template <typename F>
  void ParallelFor(int64_t total, int64_t cost_per_unit, const F& fn) {
    RunBlocks(total, cost_per_unit, &fn, [](const void* f, int64_t begin, int64_t end, int) {
      (*static_cast<const F*>(f))(begin, end);
    });
  }

  // The same with fn(begin, end, worker). `worker` is in [0, NumThreads()]. Calls with the same
  // `worker` never overlap within one loop, so it may index scratch space.
  template <typename F>
  void ParallelForWithWorkerId(int64_t total, int64_t cost_per_unit, const F& fn) {
    RunBlocks(total, cost_per_unit, &fn, [](const void* f, int64_t begin, int64_t end, int worker) {
      (*static_cast<const F*>(f))(begin, end, worker);
    });
  }

 private:
  struct Shared;
  struct Loop;
  // A call of the function that `fn` points to. A std::function would make each kernel's
  // compilation slower. With this pointer, the loop over ranges is compiled only once.
  using BlockFunction = void (*)(const void* fn, int64_t begin, int64_t end, int worker);

  void RunBlocks(int64_t total, int64_t cost_per_unit, const void* fn, BlockFunction call);

  const int num_threads_;
  const std::unique_ptr<Shared> shared_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_THREAD_POOL_H_
