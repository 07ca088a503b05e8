// A queue of the reference device: runs work in order, on a thread of its own.

#ifndef PLUGGABLE_DRIVER_REFERENCE_QUEUE_H_
#define PLUGGABLE_DRIVER_REFERENCE_QUEUE_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <type_traits>
#include <utility>

#include "pluggable/status.h"
#include "driver/device_settings.h"
#include "driver/driver.h"
#include "driver/reference_event.h"

namespace pluggable::driver {

// It takes some microseconds to hand a piece of work to another thread. Work that takes no longer
// runs on the caller's thread instead if nothing is ahead of it: one atomic exchange claims an idle
// queue, and another releases it. Work that is enqueued meanwhile waits behind.
//
// For tests, PROTECTED_NPU_DELAYS=SEED in the environment
// makes the queue's thread run everything, and wait 0 to 2 ms before each piece of work. Code that
// does not wait for results that it needs then fails.
struct Queue {
 public:
  // `priority` is added to the nice value of the queue's thread; lower values run first. Values
  // below the process's own require a privilege; without it, the thread keeps its value. Short work
  // on the caller's thread, and work of ParallelFor, has no priority. Throws std::system_error.
  explicit Queue(int priority);
  ~Queue();  // finishes all work on the queue
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  // Runs work(). Short work may run at once. A synchronous queue has run it when this returns,
  // unless work of this queue calls it.
  template <typename F>
  void Run(bool is_short, F&& work) {
    if ((is_short || !kAsynchronous) && TryClaim()) {
      Call(work);
      Release();
      return;
    }
    Push(std::make_unique<TaskOf<std::decay_t<F>>>(std::forward<F>(work)));
    if (!kAsynchronous && runner_.load() != std::this_thread::get_id()) Await();
  }
  // Completes the mark when its turn comes.
  void Pass(std::shared_ptr<Mark> mark);
  // Runs wait(), which may block, on the queue's own thread.
  template <typename F>
  void Wait(F wait) {
    Push(std::make_unique<TaskOf<F>>(std::move(wait)));
  }

  // Waits until all work that was enqueued before is done.
  void Await();
  // The first exception of work since the last call, as an error.
  Status TakeError();
  bool Idle() const { return state_.load(std::memory_order_acquire) == kIdle; }

 private:
  struct Task {
    virtual ~Task() = default;
    virtual void operator()() = 0;
    std::unique_ptr<Task> next;
  };
  template <typename F>
  struct TaskOf final : Task {
    explicit TaskOf(F work) : work(std::move(work)) {}
    void operator()() override { work(); }
    F work;
  };

  enum State : uint32_t {
    kIdle,             // nothing to do
    kClaimed,          // a caller runs work
    kClaimedFollowed,  // a caller runs work, and tasks wait behind it
    kThread            // the thread works, or is about to
  };

  // No exception may leave this, since the caller is TensorFlow or a thread's first function.
  template <typename F>
  void Call(F& work) {
    if (!kAsynchronous) runner_.store(std::this_thread::get_id());
    try {
      work();
    } catch (...) {
      KeepError(StatusOfException());
    }
    if (!kAsynchronous) runner_.store(std::thread::id());
  }
  void KeepError(Status error);

  bool TryClaim() {
    uint32_t expected = kIdle;
    return !delayed_ &&
           state_.compare_exchange_strong(expected, kClaimed, std::memory_order_acquire);
  }
  void Release() {
    uint32_t expected = kClaimed;
    if (!state_.compare_exchange_strong(expected, kIdle, std::memory_order_release)) HandOver();
  }

  void Push(std::unique_ptr<Task> task);
  void HandOver();
  void WakeThread(std::unique_lock<std::mutex> lock);  // of mutex_
  void ThreadMain(int priority);
  void Spin() const;
  void Delay();

  std::atomic<uint32_t> state_{kIdle};  // left kIdle towards kThread with mutex_ held only
  std::mutex mutex_;
  std::unique_ptr<Task> first_;
  Task* last_ = nullptr;
  bool asleep_ = false;
  bool stop_ = false;
  Status error_;
  std::atomic<bool> has_error_{false};
  std::atomic<std::thread::id> runner_;  // of work, if the queue is synchronous
  std::condition_variable turn_;
  bool delayed_ = false;     // every task, by a time that random_ draws
  std::minstd_rand random_;  // the thread's
  std::thread thread_;       // last, since it uses the others
};

}  // namespace pluggable::driver

#endif  // PLUGGABLE_DRIVER_REFERENCE_QUEUE_H_
