// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A stream of a device: a queue of the driver's, and the errors of the work on it.

#ifndef PLUGGABLE_RUNTIME_STREAM_H_
#define PLUGGABLE_RUNTIME_STREAM_H_

#include <tensorflow/c/experimental/stream_executor/stream_executor.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

#include "pluggable/op_memory.h"
#include "pluggable/scratch.h"
#include "pluggable/status.h"
#include "pluggable/work.h"

#include "driver/driver.h"
#include "runtime/fallback.h"

namespace pluggable::profiler {

class StreamLog;

}  // namespace pluggable::profiler

namespace pluggable::runtime {

class Device;

// Errors of enqueued work mark what the work was to write (failed_results.h). The stream keeps them
// as well, until somebody has been told who can pass them on: an op that fails with the error, or
// whoever copies the result, or waits for the stream or the device.
class Stream final : public WorkObserver {
 public:
  static Status Create(Device* device, int priority, std::shared_ptr<Stream>* stream);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  Device& device() const { return device_; }
  driver::Queue* queue() const { return queue_; }
  // What is put on the queue is recorded here, by Recording. There is none without a profiler.
  profiler::StreamLog& log() const { return *log_; }
  internal::ScratchMemory& scratch() { return scratch_; }

  // What is put here from now on waits for what `other` has by now.
  Status WaitFor(const std::shared_ptr<Stream>& other) const;
  // Puts work on the queue.
  Status Enqueue(Work&& work, int64_t cost);
  // The same for work that does nothing itself: what the device did before it fails with the op.
  Status EnqueueAccount(Work&& work);
  // Blocks until all that was enqueued is done. That is so as well if memory is too short to say
  // what has failed, and an exception passes out.
  void Await();
  // The same; fails with what TakeUntoldError returns.
  Status Synchronize();

  // The first error that a wait has to tell and nobody has been told of. Those of work with marked
  // outputs are not among them unless TensorFlow keeps the errors of copies to itself.
  Status TakeUntoldError();
  // Keeps an error that no memory stands for.
  void Report(Status error) { Keep(std::make_shared<internal::Failure>(std::move(error))); }

  bool MayRun(const Work& work) override;
  void HasRun(const Work& work, Status status) override;
  void IsOver(bool may_fail) override;

 private:
  // Marks what the work was to write. False if that is nothing.
  static bool MarkFailed(const Work& work, const std::shared_ptr<internal::Failure>& failure);
  void Keep(std::shared_ptr<internal::Failure> failure);
  Status EnqueueUsing(Fallback::Memory memory, Work&& work, int64_t cost);

  Stream(Device* device, driver::Queue* queue);

  Device& device_;
  driver::Queue* const queue_;
  const std::unique_ptr<Fallback> fallback_;        // null if the host reaches the device's memory
  const std::shared_ptr<profiler::StreamLog> log_;  // null without a profiler
  internal::ScratchMemory scratch_;
  mutable std::mutex mutex_;
  std::deque<std::shared_ptr<internal::Failure>> kept_;
  std::atomic<bool> has_kept_{false};
};

}  // namespace pluggable::runtime

// What TensorFlow holds. The device holds the stream as well, while it waits for it.
struct SP_Stream_st {
  std::shared_ptr<pluggable::runtime::Stream> stream;
};

#endif  // PLUGGABLE_RUNTIME_STREAM_H_
