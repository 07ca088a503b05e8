// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/copies.h"

#include <cstring>
#include <exception>
#include <memory>
#include <utility>

#include "pluggable/work.h"

#include "driver/driver.h"
#include "profiler/session.h"
#include "runtime/arriving_copies.h"
#include "runtime/copy_errors.h"
#include "runtime/failed_results.h"
#include "runtime/recording.h"

namespace pluggable::runtime {

namespace {

using profiler::WorkKind;
using profiler::WorkNote;

// Whether marks may be set or removed before the stream reaches the work enqueued now. The checks
// are in the order that Device::MayHaveFailedResults() needs.
bool MarksMayChange(const Device& device) {
  return !device.Idle() || !FailedResults::Get().empty();
}

// Runs on the stream, after the copy that it belongs to. If it fails or throws, wait until the copy
// is over: TensorFlow frees the memory of a copy that has failed.
template <typename F>
Status KeepAccount(Stream& stream, const char* copy, F account) {
  struct AtTheEnd {
    Stream& stream;
    bool is_kept = false;
    ~AtTheEnd() {
      if (is_kept) return;
      try {
        stream.Await();
      } catch (const std::exception&) {
        // The wait is done. Other errors are not reported.
      }
    }
  } at_the_end{stream};
  Status status = stream.Enqueue(Work(std::move(account), copy, &stream, nullptr), /*cost=*/1);
  at_the_end.is_kept = status.ok();
  return status;
}

// The failure that left `src` without a result, or a lost update of it that nobody has reported. If
// work that may fail is pending, waits for the stream.
Status AwaitResult(Stream& stream, const void* src, uint64_t size) {
  if (!CopiesReportErrors()) return Status();
  if (!stream.device().MayHaveFailedResults()) return Status();
  stream.Await();
  const std::shared_ptr<internal::Failure> failure = FailedResults::Get().FindOrTakeLost(src, size);
  if (failure == nullptr) return Status();
  failure->is_reported = true;
  return failure->error;
}

Status EnqueueCopyToHost(Stream& stream, void* host_dst, const void* device_src, uint64_t size) {
  const bool marks_may_change = MarksMayChange(stream.device());
  const Recording recording(stream, WorkNote(WorkKind::kCopyToHost, size));
  Status status = driver::CopyToHost(stream.queue(), host_dst, device_src, size);
  if (!status.ok() || !marks_may_change) return status;
  return KeepAccount(stream, "memcpy_dtoh", [=, &stream] {
    const std::shared_ptr<internal::Failure> failure = FailedResults::Get().Find(device_src, size);
    if (failure == nullptr) return;
    std::memset(host_dst, 0xff, size);
    stream.Report(failure->error);
  });
}

// Lists a copy to the device among those that may not arrive, if it is enqueued. Without one if the
// device does not fail late.
class Arrival {
 public:
  Arrival(Stream& stream, const void* to, uint64_t size) : copies_(stream.arriving_copies()) {
    if (size != 0 && stream.device().properties().fails_late) copy_ = copies_.Add(to, size);
  }
  ~Arrival() {
    if (copy_ != nullptr && !is_enqueued_) copies_.Drop(copy_);
  }
  Arrival(const Arrival&) = delete;
  Arrival& operator=(const Arrival&) = delete;

  void IsEnqueued() {
    is_enqueued_ = true;
    if (copy_ != nullptr) copies_.IsEnqueued(copy_.get());
  }
  const std::shared_ptr<ArrivingCopies::Copy>& copy() const { return copy_; }

 private:
  ArrivingCopies& copies_;
  std::shared_ptr<ArrivingCopies::Copy> copy_;
  bool is_enqueued_ = false;
};

// The result of copies that leave the device. TensorFlow accepts no late error of such a copy, and
// would compute with data that was never copied.
Status AwaitCopy(Stream& stream) {
  if (!stream.device().properties().fails_late) return Status();
  // A pending function of TensorFlow may wait for this thread.
  if (stream.device().HasHostCalls()) return Status();
  return stream.Synchronize();
}

Status EnqueueCopyOnDevice(Stream& stream, void* device_dst, const void* device_src, uint64_t size,
                           const internal::OpMemory* op) {
  const bool marks_may_change = MarksMayChange(stream.device());
  const Recording recording(stream, WorkNote(WorkKind::kCopyOnDevice, size));
  Status status = driver::CopyOnDevice(stream.queue(), device_dst, device_src, size);
  if (!status.ok() || !marks_may_change) return status;
  const int64_t step = op == nullptr ? internal::OpMemory::kNoStep : op->step();
  const void* const old =
      op != nullptr && op->replacement().output == device_dst ? op->replacement().old : nullptr;
  return KeepAccount(stream, "memcpy_dtod", [=] {
    FailedResults& results = FailedResults::Get();
    results.Copy(device_src, device_dst, size, step);
    if (old != nullptr) results.CopyLost(old, device_dst, size);
  });
}

}  // namespace

Status CopyToHost(Stream& stream, void* host_dst, const void* device_src, uint64_t size) {
  Status status = AwaitResult(stream, device_src, size);
  if (!status.ok()) return status;
  status = EnqueueCopyToHost(stream, host_dst, device_src, size);
  if (!status.ok()) return status;
  status = AwaitCopy(stream);
  if (status.ok() || CopiesReportErrors()) return status;
  std::memset(host_dst, 0xff, size);
  stream.Report(std::move(status));
  return Status();
}

Status CopyToDevice(Stream& stream, void* device_dst, const void* host_src, uint64_t size) {
  const bool marks_may_change = MarksMayChange(stream.device());
  Status status = stream.device().WaitForOthers(stream);
  if (!status.ok()) return status;
  const Recording recording(stream, WorkNote(WorkKind::kCopyToDevice, size));
  Arrival arrival(stream, device_dst, size);
  status = driver::CopyToDevice(stream.queue(), device_dst, host_src, size);
  if (!status.ok()) return status;
  arrival.IsEnqueued();
  if (!marks_may_change) return status;
  return KeepAccount(stream, "memcpy_htod", [copy = arrival.copy(), &stream, device_dst, size] {
    if (copy == nullptr) {
      FailedResults::Get().Unmark(device_dst, size);
    } else {
      stream.arriving_copies().Unmark(*copy);
    }
  });
}

Status CopyOnDevice(Stream& stream, void* device_dst, const void* device_src, uint64_t size,
                    const internal::OpMemory* op) {
  Status status = EnqueueCopyOnDevice(stream, device_dst, device_src, size, op);
  if (!status.ok() || !stream.device().properties().fails_late) return status;
  const bool leaves = driver::DeviceOf(device_dst) != driver::DeviceOf(device_src);
  return leaves ? AwaitCopy(stream) : Status();
}

Status Fill(Stream& stream, void* device_dst, uint32_t pattern, int pattern_bytes, uint64_t size) {
  const bool marks_may_change = MarksMayChange(stream.device());
  const Recording recording(stream, WorkNote(WorkKind::kFill, size));
  Status status = driver::Fill(stream.queue(), device_dst, pattern, pattern_bytes, size);
  if (!status.ok() || !marks_may_change) return status;
  return KeepAccount(stream, "memset", [=] { FailedResults::Get().Unmark(device_dst, size); });
}

}  // namespace pluggable::runtime
