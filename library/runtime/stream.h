// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A stream of a device: a queue of the driver, and the errors of its work.

#ifndef PLUGGABLE_RUNTIME_STREAM_H_
#define PLUGGABLE_RUNTIME_STREAM_H_

#include <tensorflow/c/experimental/stream_executor/stream_executor.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "pluggable/op_memory.h"
#include "pluggable/scratch.h"
#include "pluggable/status.h"
#include "pluggable/work.h"

#include "driver/driver.h"
#include "runtime/arriving_copies.h"
#include "runtime/fallback.h"

namespace pluggable::profiler {

class StreamLog;

}  // namespace pluggable::profiler

namespace pluggable::runtime {

class Device;

// Errors of enqueued work mark the memory that the work was to write (failed_results.h). The stream
// also keeps them until a call has reported them: an op that fails with the error, a copy of the
// result, or a wait for the stream or the device.
class Stream final : public WorkObserver {
 public:
  static Status Create(Device* device, int priority, std::shared_ptr<Stream>* stream);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  Device& device() const { return device_; }
  driver::Queue* queue() const { return queue_; }
  // Recording records here the work that is put on the queue. Null without a profiler.
  profiler::StreamLog& log() const { return *log_; }
  internal::ScratchMemory& scratch() { return scratch_; }
  // Held while work whose time is measured is put on the queue (fallback_report.h).
  std::mutex& mutex_of_measured_work() { return mutex_of_measured_work_; }

  ArrivingCopies& arriving_copies() { return arriving_copies_; }
  // The first `enqueued` of these are done: marks what has not arrived.
  void SettleCopies(uint64_t enqueued);

  // Whether waiting for `other` has an effect: it has work, or it is the first time. Then the
  // driver does not yet pass on errors of its earlier work.
  bool MustWaitFor(const std::shared_ptr<Stream>& other) const;
  // Work enqueued from now on waits for all work that is on `other` now.
  Status WaitFor(const std::shared_ptr<Stream>& other);
  // Enqueues work.
  Status Enqueue(Work&& work, int64_t cost);
  // The same for work that only records results: if the device's work before it has failed, the op
  // fails.
  Status EnqueueAccount(Work&& work);
  // Blocks until all work enqueued so far is done, even if memory is too short to record a failure
  // and an exception is thrown.
  void Await();
  // The same; fails with the error of TakeUnreportedError.
  Status Synchronize();

  // The first error that a wait must report and that nobody has reported. It excludes errors of
  // work with marked outputs, unless TensorFlow hides the errors of copies.
  Status TakeUnreportedError();
  // Keeps an error that belongs to no memory.
  void Report(Status error) { Keep(std::make_shared<internal::Failure>(std::move(error))); }

  bool MayRun(const Work& work) override;
  void HasRun(const Work& work, Status status) override;
  void IsOver(bool may_fail) override;

 private:
  // Marks the memory that the work was to write. False if there is none. Sets the new value of a
  // variable to the old one.
  bool MarkFailed(const Work& work, const std::shared_ptr<internal::Failure>& failure) const;
  Status CopyOldValue(const internal::OpMemory::Replacement& replacement) const;
  void Keep(std::shared_ptr<internal::Failure> failure);
  void NoteWaitFor(const std::shared_ptr<Stream>& other);
  Status EnqueueUsing(Fallback::Memory memory, Work&& work, int64_t cost);

  Stream(Device* device, driver::Queue* queue);

  Device& device_;
  driver::Queue* const queue_;
  ArrivingCopies arriving_copies_;
  const std::unique_ptr<Fallback> fallback_;        // null if the host can access device memory
  const std::shared_ptr<profiler::StreamLog> log_;  // null without a profiler
  internal::ScratchMemory scratch_;
  std::mutex mutex_of_measured_work_;
  mutable std::mutex mutex_;
  std::deque<std::shared_ptr<internal::Failure>> kept_;
  std::vector<std::weak_ptr<Stream>> others_;  // those that this stream has waited for
  std::atomic<bool> has_kept_{false};
};

}  // namespace pluggable::runtime

// TensorFlow's handle. The device also owns the stream while it waits for it.
struct SP_Stream_st {
  std::shared_ptr<pluggable::runtime::Stream> stream;
};

#endif  // PLUGGABLE_RUNTIME_STREAM_H_
