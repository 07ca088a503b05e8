#include "driver/reference_event.h"

#include <chrono>

namespace pluggable::driver {

void Mark::Complete() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  nanoseconds_.store(
      static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()));
  complete_.store(true);
  if (waiters_.load() == 0) return;
  // Taking the lock makes sure that a waiter is either before its check or asleep.
  { std::lock_guard<std::mutex> lock(mutex_); }
  completion_.notify_all();
}

void Mark::Await() {
  if (IsComplete()) return;
  waiters_.fetch_add(1);
  {
    std::unique_lock<std::mutex> lock(mutex_);
    completion_.wait(lock, [&] { return IsComplete(); });
  }
  waiters_.fetch_sub(1);
}

std::shared_ptr<Mark> Event::Record() {
  auto mark = std::make_shared<Mark>();
  std::lock_guard<std::mutex> lock(mutex_);
  latest_ = mark;
  return mark;
}

std::shared_ptr<Mark> Event::latest() {
  std::lock_guard<std::mutex> lock(mutex_);
  return latest_;
}

}  // namespace pluggable::driver
