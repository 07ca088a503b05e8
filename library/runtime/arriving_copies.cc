// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/arriving_copies.h"

#include <algorithm>

#include "runtime/failed_results.h"

namespace pluggable::runtime {

std::shared_ptr<ArrivingCopies::Copy> ArrivingCopies::Add(const void* to, uint64_t size) {
  auto copy = std::make_shared<Copy>(Copy{to, size});
  const std::lock_guard<std::mutex> lock(mutex_);
  copies_.push_back(copy);
  any_.store(true, std::memory_order_release);
  return copy;
}

void ArrivingCopies::IsEnqueued(Copy* copy) {
  const std::lock_guard<std::mutex> lock(mutex_);
  copy->is_enqueued = true;
}

void ArrivingCopies::Drop(const std::shared_ptr<Copy>& copy) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto place = std::find(copies_.begin(), copies_.end(), copy);
  if (place == copies_.end()) return;
  copies_.erase(place);
  ++settled_;
  any_.store(!copies_.empty(), std::memory_order_release);
}

uint64_t ArrivingCopies::Enqueued() const {
  if (!any_.load(std::memory_order_acquire)) return 0;
  const std::lock_guard<std::mutex> lock(mutex_);
  // A copy that another thread is about to enqueue may come behind what the number is for.
  const auto end = std::find_if(copies_.begin(), copies_.end(),
                                [](const auto& copy) { return !copy->is_enqueued; });
  return settled_ + static_cast<uint64_t>(end - copies_.begin());
}

std::shared_ptr<internal::Failure> ArrivingCopies::Settle(uint64_t enqueued) {
  if (!any_.load(std::memory_order_acquire)) return nullptr;
  // The lock is held until the memory is marked: nobody may take a copy for done before.
  const std::lock_guard<std::mutex> lock(mutex_);
  if (copies_.empty()) return nullptr;
  if (error_.ok()) error_ = driver::TakeCopyError(&queue_);
  std::shared_ptr<internal::Failure> failure;
  if (!error_.ok()) {
    failure = std::make_shared<internal::Failure>(WithOpName("memcpy_htod", error_));
    enqueued = settled_ + copies_.size();
  }
  for (; settled_ < enqueued && !copies_.empty(); ++settled_) {
    if (failure != nullptr) {
      Copy& copy = *copies_.front();
      copy.is_lost = true;
      FailedResults::Get().Mark(copy.to, copy.size, failure);
    }
    copies_.pop_front();
  }
  error_ = Status();
  any_.store(!copies_.empty(), std::memory_order_release);
  return failure;
}

void ArrivingCopies::Unmark(const Copy& copy) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!copy.is_lost) FailedResults::Get().Unmark(copy.to, copy.size);
}

}  // namespace pluggable::runtime
