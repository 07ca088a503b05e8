// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Events and timers: marks in streams.

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

  // Where it fails, the event has no mark and stands for all that is on the stream by then, or
  // later: TensorFlow's event manager ignores the error, and takes what it has put on the stream
  // for done when the event is complete.
  Status Record(const std::shared_ptr<Stream>& stream);
  // Whether the latest record has been passed, without waiting. TensorFlow ends the process when
  // told that an event has failed, so a failed one has no mark from then on, and its stream has the
  // error.
  bool IsComplete();
  // The same, but an event without a mark waits for the stream, which may never be idle. Not while
  // functions of TensorFlow's are on a stream: they may wait for a lock that the caller holds.
  bool IsCompleteOrAwaited();
  // Blocks until the latest record has been passed, whatever it returns.
  Status Synchronize();
  // What is put on the stream from now on waits for the latest record.
  Status LetWait(const Stream& stream);

  driver::Event* handle() const { return event_; }

 private:
  Event() = default;

  // What a record without a mark stands for; null if that has been passed. With the lock held.
  std::shared_ptr<Stream> Unmarked();

  driver::Event* event_ = nullptr;    // null only while it is being created
  std::atomic<bool> has_mark_{true};  // whether the driver knows the latest record
  std::mutex mutex_;
  std::weak_ptr<Stream> recorded_on_;  // none once a record without a mark has been passed
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
