// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Events and timers: positions in streams.

#ifndef PLUGGABLE_RUNTIME_EVENT_H_
#define PLUGGABLE_RUNTIME_EVENT_H_

#include <tensorflow/c/experimental/stream_executor/stream_executor.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "pluggable/status.h"
#include "driver/driver.h"
#include "runtime/stream.h"

namespace pluggable::runtime {

class Event {
 public:
  static Status Create(int ordinal, std::unique_ptr<Event>* event);
  ~Event() {
    if (event_ != nullptr) driver::DestroyEvent(event_);
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  // If it fails, the event has no mark. It then stands for all work that is on the stream by then,
  // or later. TensorFlow's event manager ignores the error, and assumes that its work is done when
  // the event is complete.
  Status Record(const std::shared_ptr<Stream>& stream);
  // Whether the stream has passed the latest record, without waiting. TensorFlow aborts the process
  // if an event reports a failure. So a failed event loses its mark, and its stream keeps the
  // error.
  bool IsComplete();
  // The same, but waits for the stream if the event has no mark, since the stream may never be
  // idle. It does not wait while functions of TensorFlow are on a stream: they may wait for a lock
  // that the caller holds.
  bool IsCompleteOrAwaited();
  // Blocks until the stream has passed the latest record, whatever it returns.
  Status Synchronize();
  // Work enqueued from now on waits for the latest record.
  Status LetWait(const Stream& stream);

  driver::Event* handle() const { return event_; }

 private:
  Event() = default;

  // The driver has reached a record behind so many copies.
  void SettleCopies(uint64_t copies);
  // The stream that an event without a mark waits for; null once it has passed. The lock must be
  // held.
  std::shared_ptr<Stream> Unmarked();

  driver::Event* event_ = nullptr;    // null only while it is being created
  std::atomic<bool> has_mark_{true};  // whether the driver has the latest record
  // The copies to the device before the latest record whose outcome is not known yet.
  std::atomic<uint64_t> copies_{0};
  std::mutex mutex_;
  std::weak_ptr<Stream> recorded_on_;  // reset once a record without a mark has passed
};

// The time between two positions of a stream, by the device's clock.
class Timer {
 public:
  static Status Create(int ordinal, std::unique_ptr<Timer>* timer);

  Status Start(const std::shared_ptr<Stream>& stream) { return start_->Record(stream); }
  Status Stop(const std::shared_ptr<Stream>& stream) { return stop_->Record(stream); }
  // Waits until the device has passed the end. 0 if the time cannot be determined.
  uint64_t Nanoseconds();

 private:
  std::unique_ptr<Event> start_;
  std::unique_ptr<Event> stop_;
};

}  // namespace pluggable::runtime

struct SP_Event_st {
  std::unique_ptr<pluggable::runtime::Event> event;
};

struct SP_Timer_st {
  std::unique_ptr<pluggable::runtime::Timer> timer;
};

#endif  // PLUGGABLE_RUNTIME_EVENT_H_
