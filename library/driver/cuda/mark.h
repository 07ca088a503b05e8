// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A place in a stream that others wait for.

#ifndef PLUGGABLE_DRIVER_CUDA_MARK_H_
#define PLUGGABLE_DRIVER_CUDA_MARK_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "pluggable/status.h"

#include "driver/cuda/api.h"

namespace pluggable::cuda {

// What a command has come to that was put on a stream when nobody listened. It is told once, by
// whichever stream has it from others first.
struct LateFailure {
  explicit LateFailure(Status failed) : status(std::move(failed)) {}
  const Status status;
  std::atomic<bool> is_told{false};
};

// An event of CUDA's, once the stream has it: behind calls of the host it is put there later.
class Mark {
 public:
  Mark() = default;
  ~Mark();
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;

  // Puts it on the stream, once. `failure` is that of a command before it, or null: who waits for
  // the mark must not take for done what has failed. Without an event of CUDA's the host waits for
  // the stream instead. The stream's context is current, here and in what follows.
  Status Put(StreamHandle stream, std::shared_ptr<LateFailure> failure);

  // Whether Put has been called.
  bool IsPut() const;
  // Blocks until then.
  void AwaitPut() const;

  // Lets the stream wait for it. It has been put. If CUDA cannot, the host waits in its place.
  Status LetWait(StreamHandle stream) const;
  // That of a command before it; LetWait and Await are about the waiting only.
  const std::shared_ptr<LateFailure>& failure() const { return failure_; }

  enum class State { kPending, kComplete, kFailed };
  State state() const;
  // Blocks until it is complete.
  Status Await() const;
  // Device time from one complete mark to another.
  static Status Elapsed(const Mark& start, const Mark& stop, uint64_t* nanoseconds);

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  bool is_put_ = false;
  // They do not change once it is put.
  std::shared_ptr<LateFailure> failure_;
  Status status_;                // of Put
  EventHandle event_ = nullptr;  // null if there is none: then it is complete, or has failed
};

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_MARK_H_
