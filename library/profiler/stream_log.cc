// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "profiler/stream_log.h"

#include <utility>

#include "profiler/host_thread.h"
#include "profiler/recorder.h"

namespace pluggable::profiler {

namespace {

// The number of enqueued pieces after which the times of completed ones are read.
constexpr int kDrainEvery = 64;

// The log for which this thread is between Begin and End, or null. Work that runs at once may
// enqueue more work. That is part of the same piece; recording it would wait for itself.
const StreamLog*& RecordingLog() {
  thread_local const StreamLog* recording = nullptr;
  return recording;
}

}  // namespace

bool StreamLog::Begin(const WorkNote& note) {
  if (RecordingLog() != nullptr) return false;
  const int64_t now = HostNanoseconds();
  std::unique_lock<std::mutex> turn(turn_, std::try_to_lock);
  if (!turn.owns_lock()) {
    // Another thread may be waiting for this work to end.
    if (internal::RunningWork::Of(stream_)) return false;
    turn.lock();
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!Enabled()) return false;  // the session has ended meanwhile
  Recorder& recorder = Recorder::Get();
  const int64_t id = recorder.Admit();
  if (id == 0) return false;
  if (clock_ == nullptr) clock_ = recorder.ClockOf(ordinal_);
  current_ = Pending();
  if (clock_ == nullptr || !RecordEvent(&current_.begin).ok()) {
    recorder.CountDropped(1);
    return false;
  }
  current_.record.note = note;
  if (note.kind == WorkKind::kKernel || note.kind == WorkKind::kLaunch) {
    current_.record.op = CurrentOp();
  }
  current_.record.correlation_id = id;
  current_.record.thread = HostThreadId();
  current_.record.enqueued = now;
  has_current_ = true;
  is_current_late_ = false;
  RecordingLog() = this;
  turn.release();  // End unlocks
  return true;
}

void StreamLog::End() {
  const std::unique_lock<std::mutex> turn(turn_, std::adopt_lock);
  const std::lock_guard<std::mutex> lock(mutex_);
  RecordingLog() = nullptr;
  has_current_ = false;
  if (is_current_late_) {  // it has been counted
    driver::DestroyEvent(current_.begin);
    return;
  }
  if (!RecordEvent(&current_.end).ok()) {
    events_.push_back(current_.begin);
    Recorder::Get().CountDropped(1);
    return;
  }
  current_.record.returned = HostNanoseconds();
  pending_.push_back(std::move(current_));
  if (++since_drain_ < kDrainEvery) return;
  since_drain_ = 0;
  DrainLocked();
}

void StreamLog::AddFallback(const char* primitive, uint64_t bytes_to_host,
                            uint64_t bytes_to_device) {
  if (RecordingLog() != this) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  FallbackNote& fallback = current_.record.fallback;
  if (fallback.pieces == 0) fallback.primitive = primitive;
  ++fallback.pieces;
  fallback.bytes_to_host += bytes_to_host;
  fallback.bytes_to_device += bytes_to_device;
}

void StreamLog::Clear() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ClearLocked();
}

bool StreamLog::Drain() {
  const std::lock_guard<std::mutex> lock(mutex_);
  DrainLocked();
  return pending_.empty() && (!has_current_ || is_current_late_);
}

StreamRecords StreamLog::Take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  DrainLocked();
  const bool lacks_current = has_current_ && !is_current_late_;
  Recorder::Get().CountDropped(static_cast<int64_t>(pending_.size()) + (lacks_current ? 1 : 0));
  StreamRecords records;
  records.ordinal = ordinal_;
  records.index = index_;
  records.records = std::move(done_);
  ClearLocked();
  return records;
}

void StreamLog::Close() {
  const std::lock_guard<std::mutex> lock(mutex_);
  DrainLocked();
  ForgetPending();
}

Status StreamLog::RecordEvent(driver::Event** event) {
  if (events_.empty()) {
    Status status = driver::CreateEvent(ordinal_, event);
    if (!status.ok()) return status;
  } else {
    *event = events_.back();
    events_.pop_back();
  }
  Status status = driver::RecordEvent(queue_, *event);
  if (!status.ok()) events_.push_back(*event);
  return status;
}

void StreamLog::DrainLocked() {
  while (!pending_.empty()) {
    Pending& first = pending_.front();
    if (driver::QueryEvent(first.end) == driver::EventState::kPending) return;
    if (Measure(&first)) {
      done_.push_back(std::move(first.record));
    } else {
      Recorder::Get().CountDropped(1);
    }
    events_.push_back(first.begin);
    events_.push_back(first.end);
    pending_.pop_front();
  }
}

void StreamLog::ClearLocked() {
  ForgetPending();
  done_ = std::vector<WorkRecord>();
  since_drain_ = 0;
  is_current_late_ = has_current_;
}

void StreamLog::ForgetPending() {
  for (const Pending& pending : pending_) {
    events_.push_back(pending.begin);
    events_.push_back(pending.end);
  }
  pending_.clear();
  for (driver::Event* const event : events_) driver::DestroyEvent(event);
  events_.clear();
  clock_.reset();
}

bool StreamLog::Measure(Pending* pending) const {
  uint64_t duration = 0;
  Status status = clock_->HostTimeOf(pending->begin, &pending->record.started);
  status.Update(driver::ElapsedNanoseconds(pending->begin, pending->end, &duration));
  pending->record.duration = static_cast<int64_t>(duration);
  return status.ok();
}

}  // namespace pluggable::profiler
