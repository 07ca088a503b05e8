// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/stream.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <thread>
#include <utility>

#include "pluggable/on_device.h"

#include "plugin/features/profiler.h"
#include "profiler/recorder.h"
#include "runtime/copy_errors.h"
#include "runtime/device.h"
#include "runtime/event.h"
#include "runtime/failed_results.h"
#include "runtime/staged_memory.h"

namespace pluggable::runtime {

namespace {

constexpr size_t kMaxKept = 64;

// Waits until the queue is done, so that the caller may free memory that the queue has used. If
// memory is too short for a normal wait, it polls until the queue is idle.
Status Finish(driver::Queue* queue) {
  constexpr auto kBetweenLooks = std::chrono::milliseconds(1);
  try {
    return driver::Synchronize(queue);
  } catch (const std::exception&) {
    while (!driver::Idle(queue)) std::this_thread::sleep_for(kBetweenLooks);
    throw;
  }
}

std::shared_ptr<profiler::StreamLog> CreateLog(const Stream* stream, int ordinal,
                                               driver::Queue* queue) {
  if constexpr (features::kProfiler) {
    return profiler::Recorder::Get().AddStream(stream, ordinal, queue);
  } else {
    return nullptr;
  }
}

}  // namespace

Status Stream::Create(Device* device, int priority, std::shared_ptr<Stream>* stream) {
  driver::Queue* queue = nullptr;
  Status status = driver::CreateQueue(device->ordinal(), priority, &queue);
  if (!status.ok()) return status;
  // Owns the queue until the stream does, since the code below may throw.
  std::unique_ptr<driver::Queue, void (*)(driver::Queue*)> owned(queue, &driver::DestroyQueue);
  std::unique_ptr<Stream> created(new Stream(device, queue));
  (void)owned.release();
  *stream = std::move(created);
  return status;
}

Stream::Stream(Device* device, driver::Queue* queue)
    : device_(*device),
      queue_(queue),
      arriving_copies_(queue),
      fallback_(device->properties().host_reaches_memory ? nullptr
                                                         : std::make_unique<Fallback>(*this)),
      log_(CreateLog(this, device->ordinal(), queue)),
      scratch_(device->ordinal()) {}

Stream::~Stream() {
  driver::DestroyQueue(queue_);
  if constexpr (features::kProfiler) log_->Close();
}

bool Stream::MustWaitFor(const std::shared_ptr<Stream>& other) const {
  if (!driver::Idle(other->queue())) return true;
  if (!device_.properties().fails_late) return false;
  const auto is_other = [&](const std::weak_ptr<Stream>& known) { return known.lock() == other; };
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::none_of(others_.begin(), others_.end(), is_other);
}

Status Stream::WaitFor(const std::shared_ptr<Stream>& other) {
  // The other device's event, which that device records.
  std::unique_ptr<Event> event;
  Status status = Event::Create(other->device().ordinal(), &event);
  if (status.ok()) status = event->Record(other);
  if (status.ok()) status = event->LetWait(*this);
  if (status.ok() && device_.properties().fails_late) NoteWaitFor(other);
  return status;
}

void Stream::NoteWaitFor(const std::shared_ptr<Stream>& other) {
  const auto is_known = [&](const std::weak_ptr<Stream>& known) {
    return known.expired() || known.lock() == other;
  };
  const std::lock_guard<std::mutex> lock(mutex_);
  others_.erase(std::remove_if(others_.begin(), others_.end(), is_known), others_.end());
  others_.push_back(other);
}

Status Stream::Enqueue(Work&& work, int64_t cost) {
  return EnqueueUsing(Fallback::Memory::kAll, std::move(work), cost);
}

Status Stream::EnqueueAccount(Work&& work) {
  return EnqueueUsing(Fallback::Memory::kNone, std::move(work), /*cost=*/1);
}

Status Stream::EnqueueUsing(Fallback::Memory memory, Work&& work, int64_t cost) {
  const bool may_fail = work.may_fail();
  // Counts the call before it can end. If the call never starts, the count is undone, after an
  // exception as well.
  struct Count {
    Device* device;
    bool runs = false;
    ~Count() {
      if (device != nullptr && !runs) device->CountFallible(-1);
    }
  } count{may_fail ? &device_ : nullptr};
  if (may_fail) device_.CountFallible(1);
  if (fallback_ != nullptr) return fallback_->Enqueue(std::move(work), memory, &count.runs);
  Status status = driver::Run(queue_, std::move(work), cost);
  count.runs = status.ok();
  return status;
}

void Stream::SettleCopies(uint64_t enqueued) {
  std::shared_ptr<internal::Failure> failure = arriving_copies_.Settle(enqueued);
  if (failure != nullptr && !CopiesReportErrors()) Keep(std::move(failure));
}

void Stream::Await() {
  const uint64_t enqueued = arriving_copies_.Enqueued();
  Status status = Finish(queue_);
  SettleCopies(enqueued);
  if (!status.ok()) Report(std::move(status));
}

Status Stream::Synchronize() {
  Await();
  return TakeUnreportedError();
}

Status Stream::TakeUnreportedError() {
  if (!has_kept_.load(std::memory_order_acquire)) return Status();
  std::lock_guard<std::mutex> lock(mutex_);
  std::shared_ptr<internal::Failure> taken;
  while (!kept_.empty() && (taken == nullptr || taken->is_reported)) {
    taken = std::move(kept_.front());
    kept_.pop_front();
  }
  has_kept_.store(!kept_.empty(), std::memory_order_release);
  if (taken == nullptr || taken->is_reported.exchange(true)) return Status();
  return taken->error;
}

bool Stream::MayRun(const Work& work) {
  internal::OpMemory* const memory = work.memory();
  if (memory == nullptr) return true;
  FailedResults& results = FailedResults::Get();
  std::shared_ptr<internal::Failure> failure;
  results.Check(memory, work.memory_uses(), &failure);
  if (failure == nullptr) return true;
  MarkFailed(work, failure);
  return false;
}

void Stream::HasRun(const Work& work, Status status) {
  internal::OpMemory* const memory = work.memory();
  FailedResults& results = FailedResults::Get();
  if (status.ok()) {
    if (memory == nullptr) return;
    results.Unmark(*memory, work.memory_uses());
    const auto& [output, old, bytes] = memory->replacement();
    if (output != nullptr) results.CopyLost(old, output, bytes);
    return;
  }
  auto failure = std::make_shared<internal::Failure>(WithOpName(work.op_name(), status));
  bool attached = false;
  if (memory != nullptr) attached = MarkFailed(work, failure);
  // If a copy can fail, whoever reads the unwritten memory gets the error, and nobody else.
  if (!attached || !CopiesReportErrors()) Keep(std::move(failure));
}

bool Stream::MarkFailed(const Work& work, const std::shared_ptr<internal::Failure>& failure) const {
  internal::OpMemory& memory = *work.memory();
  const bool is_first = memory.failure() == nullptr;
  FailedResults& results = FailedResults::Get();
  const bool any = results.Mark(memory, work.memory_uses(), failure);
  const auto& [output, old, bytes] = memory.replacement();
  // Later launches of the op would overwrite the old value. Without an old value the new one stays
  // marked. The first op that reads the old value reports the failure.
  if ((is_first || memory.is_launched()) && output != nullptr &&
      results.Find(old, bytes) == nullptr && CopyOldValue(memory.replacement()).ok()) {
    results.MarkLost(output, bytes, failure, memory.step());
    results.CopyLost(old, output, bytes);
  }
  memory.Fail(failure);
  return any;
}

// If the host cannot access the device's memory, the device copies. The stream's own queue waits
// for the caller, so another one does it. If the work runs on a copy of the output, that is copied
// back afterwards.
Status Stream::CopyOldValue(const internal::OpMemory::Replacement& replacement) const {
  const auto& [output, old, bytes] = replacement;
  if (device_.properties().host_reaches_memory) {
    std::memcpy(OnDevice(output), OnDevice(old), bytes);
    return Status();
  }
  const StagedMemory* const staged = StagedMemory::OfThisThread();
  char* const copy = staged == nullptr ? nullptr : staged->FindCopy(output);
  if (copy == nullptr && output == old) return Status();
  return StatusOf([&, output = output, old = old, bytes = bytes] {
    driver::Queue* queue = nullptr;
    Status status = driver::CreateQueue(device_.ordinal(), /*priority=*/0, &queue);
    if (!status.ok()) return status;
    const std::unique_ptr<driver::Queue, void (*)(driver::Queue*)> owned(queue,
                                                                         &driver::DestroyQueue);
    status = copy != nullptr ? driver::CopyToHost(queue, copy, old, bytes)
                             : driver::CopyOnDevice(queue, output, old, bytes);
    const Status finished = Finish(queue);
    return status.ok() ? finished : status;
  });
}

void Stream::IsOver(bool may_fail) {
  if (may_fail) device_.CountFallible(-1);
}

void Stream::Keep(std::shared_ptr<internal::Failure> failure) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto is_reported = [](const auto& kept) { return kept->is_reported.load(); };
  kept_.erase(std::remove_if(kept_.begin(), kept_.end(), is_reported), kept_.end());
  // If many unreported errors come, keep the first ones.
  if (kept_.size() < kMaxKept) kept_.push_back(std::move(failure));
  has_kept_.store(true, std::memory_order_release);
}

}  // namespace pluggable::runtime
