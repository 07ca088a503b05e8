// A queue of the reference device: work in order, on a thread of its own.

#ifndef PLUGGABLE_DRIVER_REFERENCE_QUEUE_H_
#define PLUGGABLE_DRIVER_REFERENCE_QUEUE_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>

#include "driver/driver.h"
#include "driver/reference_config.h"

namespace pluggable::driver {

// Handing a piece of work to another thread takes some microseconds. Work that takes no longer runs
// on the caller's thread instead, while nothing is ahead of it: an idle queue is claimed by one
// atomic exchange, and given back by another. What is put on the queue in the meantime lines up
// behind.
//
// The thread is started by the first work that needs it.
struct Queue {
 public:
  explicit Queue(int ordinal) : ordinal_(ordinal) {}
  ~Queue();  // finishes what is on the queue
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  int ordinal() const { return ordinal_; }

  // Runs work(). Short work may run at once.
  template <typename F>
  void Run(bool is_short, F&& work) {
    if ((is_short || !kAsynchronous) && TryClaim()) {
      work();
      Release();
      return;
    }
    Push(std::make_unique<TaskOf<std::decay_t<F>>>(std::forward<F>(work)));
    if (!kAsynchronous) Synchronize();
  }
  // Runs mark(), which is short and belongs to the queue's own working: nobody waits for it.
  template <typename F>
  void Mark(F mark) {
    if (TryClaim()) {
      mark();
      Release();
    } else {
      Push(std::make_unique<TaskOf<F>>(std::move(mark)));
    }
  }
  // Runs wait(), which may block, on the queue's own thread.
  template <typename F>
  void Wait(F wait) {
    Push(std::make_unique<TaskOf<F>>(std::move(wait)));
  }

  // Waits until all that was put here before is done.
  void Synchronize();
  bool Idle() const { return state_.load(std::memory_order_acquire) == kIdle; }

 private:
  struct Task {
    virtual ~Task() = default;
    virtual void Run() = 0;
    std::unique_ptr<Task> next;
  };
  template <typename F>
  struct TaskOf final : Task {
    explicit TaskOf(F work) : work(std::move(work)) {}
    void Run() override { work(); }
    F work;
  };

  enum State : uint32_t {
    kIdle,             // nothing to do
    kClaimed,          // a caller runs work
    kClaimedFollowed,  // a caller runs work, and tasks wait behind it
    kThread            // the thread works, or is about to
  };

  bool TryClaim() {
    uint32_t expected = kIdle;
    return state_.compare_exchange_strong(expected, kClaimed, std::memory_order_acquire);
  }
  void Release() {
    uint32_t expected = kClaimed;
    if (!state_.compare_exchange_strong(expected, kIdle, std::memory_order_release)) HandOver();
  }

  void Push(std::unique_ptr<Task> task);
  void HandOver();
  void StartOrWakeThread();  // with mutex_ held
  void ThreadMain();
  void LookOut() const;

  const int ordinal_;
  std::atomic<uint32_t> state_{kIdle};  // left kIdle towards kThread with mutex_ held only
  std::mutex mutex_;
  std::unique_ptr<Task> first_;
  Task* last_ = nullptr;
  bool asleep_ = false;
  bool stop_ = false;
  std::condition_variable turn_;
  std::thread thread_;
};

}  // namespace pluggable::driver

#endif  // PLUGGABLE_DRIVER_REFERENCE_QUEUE_H_
