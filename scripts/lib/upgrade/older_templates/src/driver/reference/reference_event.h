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

// Counts records: the event is complete when the latest record has been passed by its queue.
// Whoever waits remembers which record that was, so that recording again changes nothing for him.
class EventCounter {
 public:
  // The number of a new record.
  uint64_t Record() { return recorded_.fetch_add(1) + 1; }
  // The latest record so far, 0 if there is none.
  uint64_t recorded() const { return recorded_.load(); }

  // The queue has come to record number `record`.
  void Complete(uint64_t record);
  bool IsComplete(uint64_t record) const { return completed_.load() >= record; }
  // Blocks until record number `record` is complete.
  void Await(uint64_t record);

  // When the latest completed record was, on the device's clock.
  uint64_t nanoseconds() const { return nanoseconds_.load(); }

 private:
  std::atomic<uint64_t> recorded_{0};
  std::atomic<uint64_t> completed_{0};
  std::atomic<uint64_t> nanoseconds_{0};
  std::atomic<int> waiters_{0};
  std::mutex mutex_;
  std::condition_variable completion_;
};

// Shared with the queues that are yet to record it or wait for it.
struct Event {
  const std::shared_ptr<EventCounter> counter = std::make_shared<EventCounter>();
};

}  // namespace pluggable::driver

#endif  // PLUGGABLE_DRIVER_REFERENCE_EVENT_H_
