// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/mark.h"

namespace pluggable::cuda {

namespace {

constexpr double kNanosecondsInMillisecond = 1e6;

}  // namespace

Mark::~Mark() {
  if (event_ != nullptr) Api::Get().EventDestroy(event_);
}

Status Mark::Put(StreamHandle stream, std::shared_ptr<LateFailure> failure) {
  const Api& api = Api::Get();
  EventHandle event = nullptr;
  Status status;
  if (api.EventCreate(&event, kEventDefault) != kSuccess) {
    event = nullptr;
  } else if (api.EventRecord(event, stream) != kSuccess) {
    api.EventDestroy(event);
    event = nullptr;
  }
  // Wait instead: a mark that completes too early would release memory that is still in use.
  if (event == nullptr) status = ToStatus("cuStreamSynchronize", api.StreamSynchronize(stream));
  const std::lock_guard<std::mutex> lock(mutex_);
  event_ = event;
  failure_ = std::move(failure);
  status_ = status;
  is_put_ = true;
  changed_.notify_all();
  return status;
}

bool Mark::IsPut() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return is_put_;
}

void Mark::AwaitPut() const {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return is_put_; });
}

Status Mark::LetWait(StreamHandle stream) const {
  if (event_ == nullptr) return status_;
  const Result code = Api::Get().StreamWaitEvent(stream, event_, 0);
  return code == kSuccess ? Status() : Await();
}

Mark::State Mark::state() const {
  if (!IsPut()) return State::kPending;
  if (event_ == nullptr) return status_.ok() ? State::kComplete : State::kFailed;
  switch (Api::Get().EventQuery(event_)) {
    case kSuccess:
      return State::kComplete;
    case kNotReady:
      return State::kPending;
    default:
      return State::kFailed;
  }
}

Status Mark::Await() const {
  AwaitPut();
  if (event_ == nullptr) return status_;
  return ToStatus("cuEventSynchronize", Api::Get().EventSynchronize(event_));
}

Status Mark::Elapsed(const Mark& start, const Mark& stop, uint64_t* nanoseconds) {
  if (start.state() != State::kComplete || stop.state() != State::kComplete) {
    return errors::FailedPrecondition("only complete events have a time between them");
  }
  if (start.event_ == nullptr || stop.event_ == nullptr) {
    return errors::Unavailable("CUDA had no event for a time");
  }
  float milliseconds = 0;
  const Result code = Api::Get().EventElapsedTime(&milliseconds, start.event_, stop.event_);
  const double elapsed = static_cast<double>(milliseconds) * kNanosecondsInMillisecond;
  *nanoseconds = elapsed > 0 ? static_cast<uint64_t>(elapsed) : 0;
  return ToStatus("cuEventElapsedTime", code);
}

}  // namespace pluggable::cuda
