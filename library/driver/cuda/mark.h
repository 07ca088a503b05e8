// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A position in a stream that other streams and threads wait for.

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

// A failure of a command that was enqueued after its caller had returned. It is reported once, by
// the first stream that takes it.
struct LateFailure {
  explicit LateFailure(Status failed) : status(std::move(failed)) {}
  const Status status;
  std::atomic<bool> is_reported{false};
};

// A CUDA event. Behind pending host functions, it is recorded later.
class Mark {
 public:
  Mark() = default;
  ~Mark();
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;

  // Records the mark on the stream; call it once. `failure` is that of an earlier command, or null:
  // a thread that waits for the mark must not mistake failed work for done. If there is no CUDA
  // event, the host waits for the stream instead. The stream's context must be current, here and in
  // the functions below.
  Status Put(StreamHandle stream, std::shared_ptr<LateFailure> failure);

  // Whether Put has been called.
  bool IsPut() const;
  // Blocks until Put has been called.
  void AwaitPut() const;

  // Makes the stream wait for the mark, which must be put. If CUDA cannot do that, the host waits
  // instead.
  Status LetWait(StreamHandle stream) const;
  // The failure of an earlier command. LetWait and Await return only errors of the wait itself.
  const std::shared_ptr<LateFailure>& failure() const { return failure_; }

  enum class State { kPending, kComplete, kFailed };
  State state() const;
  // Blocks until the mark is complete.
  Status Await() const;
  // The device time between two complete marks.
  static Status Elapsed(const Mark& start, const Mark& stop, uint64_t* nanoseconds);

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  bool is_put_ = false;
  // Constant once the mark is put.
  std::shared_ptr<LateFailure> failure_;
  Status status_;                // of Put
  EventHandle event_ = nullptr;  // null: complete already, or failed
};

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_MARK_H_
