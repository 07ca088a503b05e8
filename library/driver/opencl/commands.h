// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// An OpenCL queue that can also run functions of the host.

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
#include "driver/opencl/gates.h"

namespace pluggable::opencl {

// The result of the event's command, which is complete. Releases the event.
Status OutcomeOf(const char* function, cl_event event);

// The results of a queue's commands. A failure is reported once, by the first of the queues that
// have waited for this one.
class Outcomes {
 public:
  enum class Role : uint8_t {
    kCopyToDevice,
    kWait,  // if it fails, later commands may run too early
    kOther
  };

  explicit Outcomes(std::shared_ptr<const Gates> gates) : gates_(std::move(gates)) {}
  ~Outcomes();
  Outcomes(const Outcomes&) = delete;
  Outcomes& operator=(const Outcomes&) = delete;

  // Adds the event of the queue's latest command. Releases the event when the command is complete.
  void Add(const char* function, cl_event event, Role role);
  // Adds the result of what has waited.
  void Keep(const Status& status) { Keep(status, Role::kWait); }
  // Notes that the queue has waited for another one.
  void WaitedFor(const std::shared_ptr<Outcomes>& other);
  // Checks the commands that are complete by now.
  void Look();
  // The failure of a complete command, of this queue or of one that it has waited for. If such a
  // queue stands still for good, always an error.
  Status Take();
  // The failure of a complete copy to the device or of a wait, of this queue, once. Take does not
  // return that of a copy later.
  Status TakeOfCopies();

 private:
  struct Command {
    const char* function;
    cl_event event;
    Role role;
  };

  void Keep(const Status& status, Role role);
  Status TakeOnce(std::vector<const Outcomes*>* seen);

  const std::shared_ptr<const Gates> gates_;  // of the queue

  std::mutex events_mutex_;
  std::deque<Command> commands_;  // in order, from the first that is not known to be complete

  std::mutex mutex_;          // locked after all other locks
  Status failure_;            // the first since the last Take
  Role role_ = Role::kOther;  // of failure_
  Status copy_failure_;       // the first of a copy or a wait since the last TakeOfCopies
  std::vector<std::weak_ptr<Outcomes>> others_;
};

// Owns an OpenCL event.
class Mark {
 public:
  // Takes ownership of the handle, an event of that queue behind these gates.
  Mark(cl_event handle, cl_context context, cl_command_queue queue,
       std::shared_ptr<Outcomes> outcomes, GatesBefore gates)
      : handle_(handle),
        context_(context),
        queue_(queue),
        outcomes_(std::move(outcomes)),
        gates_(std::move(gates)) {}
  ~Mark() { Api::Get().ReleaseEvent(handle_); }
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;

  const cl_event& handle() const { return handle_; }
  cl_context context() const { return context_; }
  cl_command_queue queue() const { return queue_; }
  const std::shared_ptr<Outcomes>& outcomes() const { return outcomes_; }
  const GatesBefore& gates() const { return gates_; }

  enum class State { kPending, kComplete, kFailed };
  State state() const;
  Status Await() const;
  // The time at which the queue passed the mark, in nanoseconds of the device's clock.
  Status Time(uint64_t* nanoseconds) const;

 private:
  const cl_event handle_;
  const cl_context context_;
  const cl_command_queue queue_;
  const std::shared_ptr<Outcomes> outcomes_;  // of the queue
  const GatesBefore gates_;
  mutable std::atomic<int> unanswered_{0};  // failed queries in a row
};

// A queue that works in order.
class Commands {
 public:
  static Status Create(cl_context context, cl_device_id device, std::unique_ptr<Commands>* made);
  ~Commands();  // waits for all commands
  Commands(const Commands&) = delete;
  Commands& operator=(const Commands&) = delete;

  cl_command_queue handle() const { return handle_; }
  cl_context context() const { return context_; }

  // Enqueues a command on handle(): enqueue(&event) returns the result of `function`. The device
  // may start it at once if `is_urgent`.
  template <typename F>
  Status Put(const char* function, bool is_urgent, F enqueue,
             Outcomes::Role role = Outcomes::Role::kOther) {
    Status status = Check();
    if (!status.ok()) return status;
    cl_event event = nullptr;
    status = ToStatus(function, enqueue(&event));
    if (!status.ok()) return status;
    outcomes_->Add(function, event, role);
    Added(is_urgent);
    return status;
  }
  // The same for a command that is complete when enqueue(&event) returns.
  template <typename F>
  static Status PutAndWait(const char* function, F enqueue) {
    cl_event event = nullptr;
    const Status status = ToStatus(function, enqueue(&event));
    return status.ok() ? OutcomeOf(function, event) : status;
  }

  Status Record(std::shared_ptr<Mark>* mark);
  // Commands enqueued from now on wait for the mark, which may be of another queue. Finish returns
  // an error if the mark has failed.
  Status WaitFor(std::shared_ptr<Mark> mark);
  // Calls function() on a separate thread when its turn comes. Commands enqueued from now on wait
  // until the function has returned.
  Status Call(std::function<Status()> function);
  // Blocks until all commands are done. Fails once for each failed function or command, of this
  // queue or of one that it has waited for; clFinish may not report those.
  Status Finish();
  // See driver::TakeCopyError.
  Status TakeCopyError();
  // Whether all commands are done. It may return false although they are.
  bool IsIdle();
  // True in a function that Call() got. It must not wait for the queue, which waits for it.
  bool IsCalling();

 private:
  struct HostCall {
    std::shared_ptr<Mark> turn;  // null: at once
    std::function<Status()> function;
    cl_event gate;
  };

  Commands(cl_context context, cl_command_queue handle) : handle_(handle), context_(context) {}
  // Whether the device can get to what is enqueued now.
  Status Check() const;
  // The gates before what is enqueued now.
  GatesBefore Before() const;
  Status PutBarrier(const cl_event& event);
  Status AwaitAll();
  // A mark that Finish() need not wait for.
  Status PutMark(std::shared_ptr<Mark>* mark);
  void MakeCalls();
  void Added(bool is_urgent);
  // Notes that at least the first `count` commands are done.
  void NoteDone(uint64_t count);

  const cl_command_queue handle_;
  const cl_context context_;
  std::atomic<uint64_t> added_{0};
  std::atomic<uint64_t> done_{0};      // a lower bound on the added commands that are done
  std::atomic<uint64_t> recorded_{0};  // marks
  std::atomic<uint64_t> passed_{0};    // a lower bound on those that are complete

  const std::shared_ptr<Gates> gates_ = std::make_shared<Gates>();
  mutable std::mutex others_mutex_;
  GatesBefore others_;  // of queues that this one has waited for

  std::mutex idle_mutex_;
  std::shared_ptr<Mark> last_;  // follows the first last_added_ commands
  uint64_t last_added_ = 0;

  std::mutex calls_mutex_;
  std::condition_variable calls_changed_;
  std::deque<HostCall> calls_;
  bool is_closing_ = false;
  std::thread caller_;  // started by the first call

  const std::shared_ptr<Outcomes> outcomes_ = std::make_shared<Outcomes>(gates_);
};

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_COMMANDS_H_
