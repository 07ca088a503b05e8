// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/event.h"

#include <utility>

#include "runtime/device.h"
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
    has_mark_ = false;
    copies_ = stream->arriving_copies().Enqueued();
  }
  Status status = driver::RecordEvent(stream->queue(), event_);
  if (status.ok()) has_mark_ = true;
  return status;
}

void Event::SettleCopies(uint64_t copies) {
  if (copies == 0) return;
  std::lock_guard<std::mutex> lock(mutex_);
  if (const std::shared_ptr<Stream> stream = recorded_on_.lock()) stream->SettleCopies(copies);
  copies_.compare_exchange_strong(copies, 0);
}

std::shared_ptr<Stream> Event::Unmarked() {
  std::shared_ptr<Stream> stream = recorded_on_.lock();
  if (stream == nullptr || !driver::Idle(stream->queue())) return stream;
  stream->SettleCopies(copies_);
  recorded_on_.reset();
  return nullptr;
}

bool Event::IsComplete() {
  if (has_mark_) {
    const uint64_t copies = copies_;
    switch (driver::QueryEvent(event_)) {
      case driver::EventState::kPending:
        return false;
      case driver::EventState::kComplete:
        SettleCopies(copies);
        return true;
      case driver::EventState::kFailed:
        break;
    }
  }
  std::lock_guard<std::mutex> lock(mutex_);
  if (has_mark_.exchange(false)) {
    if (const std::shared_ptr<Stream> stream = recorded_on_.lock()) {
      stream->Report(errors::Internal("event: the device has failed"));
    }
  }
  return Unmarked() == nullptr;
}

bool Event::IsCompleteOrAwaited() {
  if (IsComplete()) return true;
  if (has_mark_) return false;
  std::lock_guard<std::mutex> lock(mutex_);
  const std::shared_ptr<Stream> stream = Unmarked();
  if (stream == nullptr) return true;
  if (stream->device().HasHostCalls()) return false;
  stream->Await();
  recorded_on_.reset();
  return true;
}

Status Event::Synchronize() {
  Status status;
  if (has_mark_) {
    const uint64_t copies = copies_;
    status = driver::SynchronizeEvent(event_);
    if (status.ok()) {
      SettleCopies(copies);
      return status;
    }
  }
  std::lock_guard<std::mutex> lock(mutex_);
  if (const std::shared_ptr<Stream> stream = recorded_on_.lock()) stream->Await();
  return status;
}

Status Event::LetWait(const Stream& stream) {
  if (has_mark_) return driver::WaitEvent(stream.queue(), event_);
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (recorded_on_.lock().get() == &stream) return Status();
  }
  if (IsCompleteOrAwaited()) return Status();
  return errors::Unavailable("event: it has no mark that a stream could wait for");
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
