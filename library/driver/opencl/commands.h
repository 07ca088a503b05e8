// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A queue of OpenCL's, with calls of the host in it.

#ifndef PLUGGABLE_DRIVER_OPENCL_COMMANDS_H_
#define PLUGGABLE_DRIVER_OPENCL_COMMANDS_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "pluggable/status.h"

#include "driver/opencl/api.h"

namespace pluggable::opencl {

// What the command of the event has come to, which is done. Releases the event.
Status OutcomeOf(const char* function, cl_event event);

// What the commands of a queue have come to. A failure is told once, by whichever queue looks first
// of those that have waited for this one.
class Outcomes {
 public:
  Outcomes() = default;
  ~Outcomes();
  Outcomes(const Outcomes&) = delete;
  Outcomes& operator=(const Outcomes&) = delete;

  // The command of the event is on the queue, behind those before. Releases the event when it is
  // done.
  void Add(const char* function, cl_event event);
  void Keep(const Status& status);
  // The queue has waited for another one.
  void WaitedFor(const std::shared_ptr<Outcomes>& other);
  // Looks at the commands that are done by now.
  void Look();
  // The failure of one that is done, here or on a queue that this one has waited for.
  Status Take();

 private:
  struct Command {
    const char* function;
    cl_event event;
  };

  Status TakeOnce(std::vector<const Outcomes*>* seen);

  std::mutex events_mutex_;
  std::deque<Command> commands_;  // in their order, from the first not seen to be done on

  std::mutex mutex_;  // locked last
  Status failure_;    // the first since Take
  std::vector<std::weak_ptr<Outcomes>> others_;
};

// An event of OpenCL's that is released with it.
class Mark {
 public:
  // Takes over the handle, an event of that queue's.
  Mark(cl_event handle, cl_context context, cl_command_queue queue,
       std::shared_ptr<Outcomes> outcomes)
      : handle_(handle), context_(context), queue_(queue), outcomes_(std::move(outcomes)) {}
  ~Mark() { Api::Get().ReleaseEvent(handle_); }
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;

  const cl_event& handle() const { return handle_; }
  cl_context context() const { return context_; }
  cl_command_queue queue() const { return queue_; }
  const std::shared_ptr<Outcomes>& outcomes() const { return outcomes_; }

  enum class State { kPending, kComplete, kFailed };
  State state() const;
  Status Await() const;
  // When a queue passed it, in nanoseconds of the device's clock.
  Status Time(uint64_t* nanoseconds) const;

 private:
  const cl_event handle_;
  const cl_context context_;
  const cl_command_queue queue_;
  const std::shared_ptr<Outcomes> outcomes_;  // of the queue
  mutable std::atomic<int> unanswered_{0};    // how often OpenCL has not told the state
};

// Works in order.
class Commands {
 public:
  static Status Create(cl_context context, cl_device_id device, std::unique_ptr<Commands>* made);
  ~Commands();  // everything is done
  Commands(const Commands&) = delete;
  Commands& operator=(const Commands&) = delete;

  cl_command_queue handle() const { return handle_; }
  cl_context context() const { return context_; }

  // Puts a command on handle(): enqueue(&event) returns the code of `function`. The device may
  // start it at once if `is_urgent`.
  template <typename F>
  Status Put(const char* function, bool is_urgent, F enqueue) {
    Status status = CheckProcess();
    if (!status.ok()) return status;
    cl_event event = nullptr;
    status = ToStatus(function, enqueue(&event));
    if (!status.ok()) return status;
    outcomes_->Add(function, event);
    Added(is_urgent);
    return status;
  }
  // The same for a command that enqueue(&event) waits for.
  template <typename F>
  static Status PutAndWait(const char* function, F enqueue) {
    Status status = CheckProcess();
    if (!status.ok()) return status;
    cl_event event = nullptr;
    status = ToStatus(function, enqueue(&event));
    return status.ok() ? OutcomeOf(function, event) : status;
  }

  Status Record(std::shared_ptr<Mark>* mark);
  // What is put here from now on waits for the mark, of whatever queue. A mark that has failed is
  // an error of Finish.
  Status WaitFor(std::shared_ptr<Mark> mark);
  // Calls function() on a thread of its own when its turn comes. What is put here from now on waits
  // until the function has returned.
  Status Call(std::function<Status()> function);
  // Blocks until everything is done. Fails, once, if a function or a command has failed, here or on
  // a queue that this one has waited for: clFinish may say nothing of that.
  Status Finish();
  // Whether everything is done. May say no though it is.
  bool IsIdle();

 private:
  struct HostCall {
    std::shared_ptr<Mark> turn;  // null: at once
    std::function<Status()> function;
    cl_event gate;
  };

  Commands(cl_context context, cl_command_queue handle) : handle_(handle), context_(context) {}
  void MakeCalls();
  void Added(bool is_urgent);
  // That the first `count` commands are done, at least.
  void NoteDone(uint64_t count);

  const cl_command_queue handle_;
  const cl_context context_;
  std::atomic<uint64_t> added_{0};
  std::atomic<uint64_t> done_{0};  // of those added, at least

  std::mutex idle_mutex_;
  std::shared_ptr<Mark> last_;  // behind the first last_added_ commands
  uint64_t last_added_ = 0;

  std::mutex calls_mutex_;
  std::condition_variable calls_changed_;
  std::deque<HostCall> calls_;
  bool is_closing_ = false;
  std::thread caller_;  // from the first call on

  const std::shared_ptr<Outcomes> outcomes_ = std::make_shared<Outcomes>();
};

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_COMMANDS_H_
