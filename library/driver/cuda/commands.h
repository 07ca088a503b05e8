// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A stream of CUDA's, with calls of the host in it.

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

// Commands go to CUDA at once, but for those behind a call of the host that is still to be made:
// they wait here, and a thread of this stream's puts them there when the call has returned.
//
// The device itself does not wait for the host. cuLaunchHostFunc is no way: its functions must not
// call CUDA, those of all streams share a thread, and none is called once a kernel has failed. Nor
// is cuStreamWaitValue32: driver 580 did not take a hundred commands behind one that the device
// waits at, and whoever puts them there waits with a lock that all of CUDA needs.
class Commands {
 public:
  // `priority` as CUDA counts: the lower the sooner. The context is current, here and in what
  // follows.
  static Status Create(Context context, int priority, std::unique_ptr<Commands>* made);
  ~Commands();  // everything is done
  Commands(const Commands&) = delete;
  Commands& operator=(const Commands&) = delete;

  using Command = std::function<Status(StreamHandle)>;

  // Calls `command`, now or later: then it calls what keep() returns, which must own what it uses.
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

  // The same for a command that may block, as copies from and to pageable memory do: others can
  // be put here meanwhile, and come behind it.
  template <typename Blocking>
  Status PutBlocking(const Blocking& command) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (added_ != done_) return Defer({command, /*is_call=*/false});
    ++added_;
    lock.unlock();
    // The count of what is done must not miss any.
    Status status = StatusOf([&] { return command(handle_); });
    lock.lock();
    ++done_;
    changed_.notify_all();
    return status;
  }

  Status Record(const std::shared_ptr<Mark>& mark);
  // What is put here from now on waits for the mark, of whatever stream.
  Status WaitFor(const std::shared_ptr<Mark>& mark);
  // Calls function() on the stream's thread when its turn comes, also where a kernel has failed
  // before. What is put here from now on waits until the function has returned.
  Status Call(std::function<void()> function);
  // Blocks until everything is done that has been put here so far. Fails, once, if a command has
  // failed that was put on the stream later, or one of another stream that this one has waited for.
  Status Finish();
  // Whether everything is done, and nothing is left to tell.
  bool IsIdle();

 private:
  struct Deferred {
    Command command;
    bool is_call;  // the stream is to be empty when it is called
  };

  Commands(Context context, StreamHandle handle) : context_(context), handle_(handle) {}

  // With the lock held, as what follows.
  Status Defer(Deferred&& deferred);
  bool HasFailure() const { return failure_ != nullptr && !failure_->is_told; }
  void Keep(const std::shared_ptr<LateFailure>& failure) {
    if (failure != nullptr && !HasFailure()) failure_ = failure;
  }

  void Work();

  const Context context_;
  const StreamHandle handle_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Deferred> deferred_;
  uint64_t added_ = 0;  // to what is deferred or blocks, all in all
  uint64_t done_ = 0;   // of that
  // The first that nobody has been told of: of what was deferred, and of what marks have brought.
  std::shared_ptr<LateFailure> failure_;
  bool is_closing_ = false;
  std::thread worker_;  // from the first call on
};

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_COMMANDS_H_
