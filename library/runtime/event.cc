// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/event.h"

#include <utility>

#include "runtime/log.h"

namespace pluggable::runtime {

Status Event::Create(int ordinal, std::unique_ptr<Event>* event) {
  std::unique_ptr<Event> created(new Event);
  Status status = driver::CreateEvent(ordinal, &created->event_);
  if (status.ok()) *event = std::move(created);
  return status;
}

Status Event::Record(const std::shared_ptr<Stream>& stream) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    recorded_on_ = stream;
  }
  return driver::RecordEvent(stream->queue(), event_);
}

bool Event::IsComplete() {
  switch (driver::QueryEvent(event_)) {
    case driver::EventState::kPending:
      return false;
    case driver::EventState::kComplete:
      return true;
    case driver::EventState::kFailed:
      break;
  }
  std::lock_guard<std::mutex> lock(mutex_);
  if (const std::shared_ptr<Stream> stream = recorded_on_.lock()) {
    stream->Report(errors::Internal("event: the device has failed"));
    recorded_on_.reset();  // who asks again is not to make an error of each time
  }
  return true;
}

Status Timer::Create(int ordinal, std::unique_ptr<Timer>* timer) {
  auto created = std::make_unique<Timer>();
  Status status = Event::Create(ordinal, &created->start_);
  if (status.ok()) status = Event::Create(ordinal, &created->stop_);
  if (status.ok()) *timer = std::move(created);
  return status;
}

uint64_t Timer::Nanoseconds() {
  uint64_t nanoseconds = 0;
  Status status = stop_->Synchronize();
  if (status.ok()) {
    status = driver::ElapsedNanoseconds(start_->handle(), stop_->handle(), &nanoseconds);
  }
  if (!status.ok()) Log("timer: ", status.ToString());
  return nanoseconds;
}

}  // namespace pluggable::runtime
