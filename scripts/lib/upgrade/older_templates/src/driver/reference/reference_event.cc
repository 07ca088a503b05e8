#include "driver/reference_event.h"

#include <chrono>

namespace pluggable::driver {

void EventCounter::Complete(uint64_t record) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  uint64_t before = completed_.load();
  if (before < record) {
    nanoseconds_.store(
        static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()));
  }
  while (before < record && !completed_.compare_exchange_weak(before, record)) {
  }
  if (waiters_.load() == 0) return;
  // Taking the lock makes sure that a waiter is either before its check or asleep.
  { std::lock_guard<std::mutex> lock(mutex_); }
  completion_.notify_all();
}

void EventCounter::Await(uint64_t record) {
  if (IsComplete(record)) return;
  waiters_.fetch_add(1);
  {
    std::unique_lock<std::mutex> lock(mutex_);
    completion_.wait(lock, [&] { return IsComplete(record); });
  }
  waiters_.fetch_sub(1);
}

}  // namespace pluggable::driver
