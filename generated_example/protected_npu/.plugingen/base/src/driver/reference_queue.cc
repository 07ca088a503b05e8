#include "driver/reference_queue.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace pluggable::driver {

namespace {

// After a burst of work the thread waits for more for a while before it sleeps, since waking it
// takes longer.
constexpr std::chrono::microseconds kSpinTime{5};
// The longest of the delays that tests may ask for.
constexpr int kMaxDelay = 2000;  // microseconds

// Applies to the calling thread, which Linux means by process 0 here.
void AddToNiceValue(int priority) {
  constexpr int kRange = 40;  // nice values are -20 to 19
  const int nice = getpriority(PRIO_PROCESS, 0) + std::clamp(priority, -kRange, kRange);
  (void)setpriority(PRIO_PROCESS, 0, nice);  // the system takes the nearest that it has
}

}  // namespace

Queue::Queue(int priority) {
  if (const char* const seed = std::getenv("PROTECTED_NPU_DELAYS"); seed != nullptr) {
    delayed_ = true;
    random_.seed(static_cast<std::minstd_rand::result_type>(std::strtoul(seed, nullptr, 10)));
  }
  thread_ = std::thread(&Queue::ThreadMain, this, priority);
}

Queue::~Queue() {
  Await();
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  turn_.notify_one();
  thread_.join();
}

void Queue::Pass(std::shared_ptr<Mark> mark) {
  if (TryClaim()) {
    mark->Complete();
    Release();
    return;
  }
  auto pass = [mark = std::move(mark)] { mark->Complete(); };
  Push(std::make_unique<TaskOf<decltype(pass)>>(std::move(pass)));
}

void Queue::Await() {
  if (Idle()) return;
  const auto done = std::make_shared<Mark>();
  Pass(done);
  done->Await();
}

Status Queue::TakeError() {
  if (!has_error_.load(std::memory_order_acquire)) return Status();
  std::lock_guard<std::mutex> lock(mutex_);
  has_error_.store(false, std::memory_order_relaxed);
  return std::exchange(error_, Status());
}

void Queue::KeepError(Status error) {
  std::lock_guard<std::mutex> lock(mutex_);
  error_.Update(std::move(error));
  has_error_.store(true, std::memory_order_release);
}

void Queue::Push(std::unique_ptr<Task> task) {
  std::unique_lock<std::mutex> lock(mutex_);
  Task* const added = task.get();
  (last_ == nullptr ? first_ : last_->next) = std::move(task);
  last_ = added;
  uint32_t state = state_.load(std::memory_order_relaxed);
  while (state == kIdle || state == kClaimed) {
    const uint32_t next = state == kIdle ? kThread : kClaimedFollowed;
    if (state_.compare_exchange_strong(state, next, std::memory_order_acq_rel)) {
      if (next == kThread) WakeThread(std::move(lock));
      return;
    }
  }
}

void Queue::HandOver() {
  std::unique_lock<std::mutex> lock(mutex_);
  state_.store(kThread, std::memory_order_release);
  WakeThread(std::move(lock));
}

// Unlocks first, since the thread would wait for the lock as soon as it is awake.
void Queue::WakeThread(std::unique_lock<std::mutex> lock) {
  const bool is_asleep = asleep_;
  lock.unlock();
  if (is_asleep) turn_.notify_one();
}

void Queue::ThreadMain(int priority) {
  if (priority != 0) AddToNiceValue(priority);
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
        if (delayed_) Delay();
        Call(*task);
        task = std::move(task->next);
      }
      lock.lock();
    }
    state_.store(kIdle, std::memory_order_release);
    lock.unlock();
    Spin();
    lock.lock();
  }
}

void Queue::Spin() const {
  const auto end = std::chrono::steady_clock::now() + kSpinTime;
  while (state_.load(std::memory_order_relaxed) != kThread &&
         std::chrono::steady_clock::now() < end) {
  }
}

void Queue::Delay() {
  std::uniform_int_distribution<int> microseconds(0, kMaxDelay);
  std::this_thread::sleep_for(std::chrono::microseconds(microseconds(random_)));
}

}  // namespace pluggable::driver
