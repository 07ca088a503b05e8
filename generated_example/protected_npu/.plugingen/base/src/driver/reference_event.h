// Positions in queues, which events record.

#ifndef PLUGGABLE_DRIVER_REFERENCE_EVENT_H_
#define PLUGGABLE_DRIVER_REFERENCE_EVENT_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "driver/driver.h"

namespace pluggable::driver {

// A position in one queue, which the queue passes once.
class Mark {
 public:
  // Called when the queue reaches the mark.
  void Complete();
  bool IsComplete() const { return complete_.load(); }
  // Blocks until the mark is complete.
  void Await();

  // The time at which the queue passed it, on the device's clock.
  uint64_t nanoseconds() const { return nanoseconds_.load(); }

 private:
  std::atomic<bool> complete_{false};
  std::atomic<uint64_t> nanoseconds_{0};
  std::atomic<int> waiters_{0};
  std::mutex mutex_;
  std::condition_variable completion_;
};

// Every record makes a new mark, so a later record, on any queue, does not affect waits for an
// earlier one. The queues that have yet to pass a mark or wait for it share it, so marks outlive
// the event.
struct Event {
 public:
  // Makes the mark of a new record.
  std::shared_ptr<Mark> Record();
  // The mark of the latest record, null if there is none.
  std::shared_ptr<Mark> latest();

 private:
  std::mutex mutex_;
  std::shared_ptr<Mark> latest_;
};

}  // namespace pluggable::driver

#endif  // PLUGGABLE_DRIVER_REFERENCE_EVENT_H_
