// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Events and timers: marks in streams.

#ifndef PLUGGABLE_RUNTIME_EVENT_H_
#define PLUGGABLE_RUNTIME_EVENT_H_

#include <tensorflow/c/experimental/stream_executor/stream_executor.h>

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

  Status Record(const std::shared_ptr<Stream>& stream);
  // Whether the latest record has been passed. TensorFlow ends the process when told that an event
  // has failed, so a failed one is complete here, and its stream has the error.
  bool IsComplete();
  Status Synchronize() { return driver::SynchronizeEvent(event_); }

  driver::Event* handle() const { return event_; }

 private:
  Event() = default;

  driver::Event* event_ = nullptr;  // null only while it is being created
  std::mutex mutex_;
  std::weak_ptr<Stream> recorded_on_;  // none once that has been told of a failure
};

// The time between two marks, on the device's clock.
class Timer {
 public:
  static Status Create(int ordinal, std::unique_ptr<Timer>* timer);

  Status Start(const std::shared_ptr<Stream>& stream) { return start_->Record(stream); }
  Status Stop(const std::shared_ptr<Stream>& stream) { return stop_->Record(stream); }
  // Waits until the device has come to the end. 0 if it cannot be told.
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
