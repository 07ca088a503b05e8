// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Copies from the host to the device of which nobody knows yet whether they have arrived.

#ifndef PLUGGABLE_RUNTIME_ARRIVING_COPIES_H_
#define PLUGGABLE_RUNTIME_ARRIVING_COPIES_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

#include "pluggable/op_memory.h"
#include "pluggable/status.h"

#include "driver/driver.h"

namespace pluggable::runtime {

// The copies to the device on a stream of a device that fails late. TensorFlow asks an event behind
// a copy whether the copy is done, and accepts no error then. So before the event says yes, the
// memory of copies that have failed is marked (failed_results.h), and whoever reads it gets the
// error.
//
// The driver does not say which copies have failed. All those count as lost that are on the stream
// when it reports an error.
class ArrivingCopies {
 public:
  struct Copy {
    const void* const to;
    const uint64_t size;
    bool is_enqueued = false;
    bool is_lost = false;
  };

  explicit ArrivingCopies(driver::Queue* queue) : queue_(*queue) {}
  ArrivingCopies(const ArrivingCopies&) = delete;
  ArrivingCopies& operator=(const ArrivingCopies&) = delete;

  // Adds a copy that is going to be enqueued. IsEnqueued or Drop follows.
  std::shared_ptr<Copy> Add(const void* to, uint64_t size);
  void IsEnqueued(Copy* copy);
  void Drop(const std::shared_ptr<Copy>& copy);

  // A number for the copies that are enqueued by now; 0 if the outcome of all is known.
  uint64_t Enqueued() const;
  // The first `enqueued` copies are done. If the driver reports an error, marks the memory of the
  // lost copies, and returns the failure; else null.
  std::shared_ptr<internal::Failure> Settle(uint64_t enqueued);

  // The queue has passed the copy: what its memory lacked before, it has now, unless it is lost.
  void Unmark(const Copy& copy) const;

 private:
  driver::Queue& queue_;
  std::atomic<bool> any_{false};  // whether copies_ has any
  mutable std::mutex mutex_;
  std::deque<std::shared_ptr<Copy>> copies_;  // in the order in which they were added
  uint64_t settled_ = 0;  // the number of those that are not in copies_ any more
  Status error_;          // the driver's, until all copies are marked, also after an exception
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_ARRIVING_COPIES_H_
