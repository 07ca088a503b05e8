#include "driver/reference_queue.h"

#include <chrono>

#include "driver/reference_event.h"

namespace pluggable::driver {

namespace {

// After a burst of work the thread looks out for more a while before it sleeps: waking it takes
// longer.
constexpr std::chrono::microseconds kLookOut{5};

}  // namespace

Queue::~Queue() {
  Synchronize();
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  turn_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Queue::Synchronize() {
  if (Idle()) return;
  const auto done = std::make_shared<EventCounter>();
  const uint64_t record = done->Record();
  Mark([done, record] { done->Complete(record); });
  done->Await(record);
}

void Queue::Push(std::unique_ptr<Task> task) {
  std::lock_guard<std::mutex> lock(mutex_);
  Task* const added = task.get();
  (last_ == nullptr ? first_ : last_->next) = std::move(task);
  last_ = added;
  uint32_t state = state_.load(std::memory_order_relaxed);
  while (state == kIdle || state == kClaimed) {
    const uint32_t next = state == kIdle ? kThread : kClaimedFollowed;
    if (state_.compare_exchange_strong(state, next, std::memory_order_acq_rel)) {
      if (next == kThread) StartOrWakeThread();
      return;
    }
  }
}

void Queue::HandOver() {
  std::lock_guard<std::mutex> lock(mutex_);
  state_.store(kThread, std::memory_order_release);
  StartOrWakeThread();
}

void Queue::StartOrWakeThread() {
  if (!thread_.joinable()) {
    thread_ = std::thread(&Queue::ThreadMain, this);
  } else if (asleep_) {
    turn_.notify_one();
  }
}

void Queue::ThreadMain() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    asleep_ = true;
    turn_.wait(lock, [&] { return stop_ || state_.load(std::memory_order_relaxed) == kThread; });
    asleep_ = false;
    if (state_.load(std::memory_order_acquire) != kThread) return;
    while (first_ != nullptr) {
      std::unique_ptr<Task> task = std::move(first_);
      last_ = nullptr;
      lock.unlock();
      while (task != nullptr) {
        task->Run();
        task = std::move(task->next);
      }
      lock.lock();
    }
    state_.store(kIdle, std::memory_order_release);
    lock.unlock();
    LookOut();
    lock.lock();
  }
}

void Queue::LookOut() const {
  const auto end = std::chrono::steady_clock::now() + kLookOut;
  while (state_.load(std::memory_order_relaxed) != kThread &&
         std::chrono::steady_clock::now() < end) {
  }
}

}  // namespace pluggable::driver
