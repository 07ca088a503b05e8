// Marks in queues.

#ifndef PLUGGABLE_DRIVER_REFERENCE_EVENT_H_
#define PLUGGABLE_DRIVER_REFERENCE_EVENT_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "driver/driver.h"

namespace pluggable::driver {

// One mark in one queue, which the queue passes once.
class Mark {
 public:
  // The queue has come to the mark.
  void Complete();
  bool IsComplete() const { return complete_.load(); }
  // Blocks until the mark is complete.
  void Await();

  // When the queue passed it, on the device's clock.
  uint64_t nanoseconds() const { return nanoseconds_.load(); }

 private:
  std::atomic<bool> complete_{false};
  std::atomic<uint64_t> nanoseconds_{0};
  std::atomic<int> waiters_{0};
  std::mutex mutex_;
  std::condition_variable completion_;
};

// Every record makes a mark of its own, so another record, on any queue, changes nothing for those
// who wait for an earlier one. The queues that are yet to pass a mark or wait for it share it, so
// marks outlive the event.
struct Event {
 public:
  // The mark of a new record.
  std::shared_ptr<Mark> Record();
  // The mark of the latest record, null if there is none.
  std::shared_ptr<Mark> latest();

 private:
  std::mutex mutex_;
  std::shared_ptr<Mark> latest_;
};

}  // namespace pluggable::driver

#endif  // PLUGGABLE_DRIVER_REFERENCE_EVENT_H_
