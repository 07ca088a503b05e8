// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A place in a stream that others wait for.

#ifndef PLUGGABLE_DRIVER_CUDA_MARK_H_
#define PLUGGABLE_DRIVER_CUDA_MARK_H_

#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "pluggable/status.h"

#include "driver/cuda/api.h"

namespace pluggable::cuda {

// An event of CUDA's, once the stream has it: behind calls of the host it is put there later.
class Mark {
 public:
  Mark() = default;
  ~Mark();
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;

  // Puts it on the stream, once. The stream's context is current, here and in what follows.
  Status Put(StreamHandle stream);

  // Whether Put has been called.
  bool IsPut() const;
  // Blocks until then.
  void AwaitPut() const;

  // Lets the stream wait for it. It has been put.
  Status LetWait(StreamHandle stream) const;

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
  Status status_;  // of Put
  EventHandle event_ = nullptr;
};

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_MARK_H_
