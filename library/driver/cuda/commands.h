// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A CUDA stream that can also run functions of the host.

#ifndef PLUGGABLE_DRIVER_CUDA_COMMANDS_H_
#define PLUGGABLE_DRIVER_CUDA_COMMANDS_H_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "pluggable/status.h"

#include "driver/cuda/api.h"
#include "driver/cuda/mark.h"

namespace pluggable::cuda {

// Commands are enqueued on the CUDA stream at once, unless a host function is pending before them.
// Such commands are kept here, and a thread of this stream enqueues them when the function has
// returned.
//
// The device itself never waits for the host. cuLaunchHostFunc is not an option: its functions must
// not call CUDA, all streams share one thread for them, and none is called after a kernel has
// failed. Nor is cuStreamWaitValue32: driver 580 did not accept a hundred commands after one at
// which the device waits, and the thread that enqueues them blocks with a lock that all of CUDA
// needs.
class Commands {
 public:
  // `priority` is CUDA's: lower numbers are more urgent. The device's context must be current, here
  // and in the functions below.
  static Status Create(Context context, int priority, std::unique_ptr<Commands>* made);
  ~Commands();  // waits for all commands
  Commands(const Commands&) = delete;
  Commands& operator=(const Commands&) = delete;

  using Command = std::function<Status(StreamHandle)>;

  // Calls `command` now, or later the result of keep(), which must own everything that it uses.
  template <typename Direct, typename Keep>
  Status Put(const Direct& command, const Keep& keep) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (added_ == done_) return command(handle_);
    return Defer({keep(), /*is_call=*/false});
  }
  template <typename Direct>
  Status Put(const Direct& command) {
    return Put(command, [&command] { return Command(command); });
  }

  // The same for a command that may block, as copies from and to pageable memory do. Other threads
  // can enqueue commands meanwhile; these run after it.
  template <typename Blocking>
  Status PutBlocking(const Blocking& command, bool breaks_copies) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (added_ != done_) return Defer({command, /*is_call=*/false, breaks_copies});
    ++added_;
    lock.unlock();
    // A throwing command must be counted as done, too.
    Status status = StatusOf([&] { return command(handle_); });
    lock.lock();
    ++done_;
    changed_.notify_all();
    return status;
  }

  Status Record(const std::shared_ptr<Mark>& mark);
  // Commands enqueued from now on wait for the mark, which may be of another stream.
  Status WaitFor(const std::shared_ptr<Mark>& mark);
  // Calls function() on the stream's thread when its turn comes, even if a kernel has failed.
  // Commands enqueued from now on wait until the function has returned.
  Status Call(std::function<void()> function);
  // Blocks until all commands enqueued so far are done. Fails once for each failure of a deferred
  // command, of this stream or of a stream that it has waited for.
  Status Finish();
  // The failure of a deferred copy to the device, or of what it waited for, once; Finish does not
  // return it later. CUDA refuses all work after late failures of its own.
  Status TakeCopyError();
  // Whether all commands are done and no error is left to report.
  bool IsIdle();

 private:
  struct Deferred {
    Command command;
    bool is_call;                // a host function, called when the stream is empty
    bool breaks_copies = false;  // if it fails, a copy to the device may not have its effect
  };

  Commands(Context context, StreamHandle handle) : context_(context), handle_(handle) {}

  // The lock must be held, as in the functions below.
  Status Defer(Deferred&& deferred);
  bool HasFailure() const { return failure_ != nullptr && !failure_->is_reported; }
  void Keep(const std::shared_ptr<LateFailure>& failure) {
    if (failure != nullptr && !HasFailure()) failure_ = failure;
  }

  void Work();

  const Context context_;
  const StreamHandle handle_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Deferred> deferred_;
  uint64_t added_ = 0;  // commands that were deferred or that block, in total
  uint64_t done_ = 0;   // the number of those that are done
  // The first unreported failure of a deferred command, or one that a mark has passed on.
  std::shared_ptr<LateFailure> failure_;
  std::shared_ptr<LateFailure> copy_failure_;  // the first that breaks copies, until it is taken
  bool is_closing_ = false;
  std::thread worker_;  // started by the first call
};

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_COMMANDS_H_
