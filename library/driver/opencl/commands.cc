// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl/commands.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include "runtime/log.h"

namespace pluggable::opencl {

namespace {

// The number of attempts to wait for a queue, and the pause after the first, which doubles each
// time: a tenth of a second in all.
constexpr int kTriesToWait = 7;
constexpr auto kPauseToWait = std::chrono::milliseconds(1);
constexpr auto kPollingInterval = std::chrono::microseconds(100);

// Blocks until the mark is complete, even if waiting fails. Returns whether it is: otherwise
// nothing is known of what is before it.
bool AwaitSurely(const Mark& mark) {
  if (mark.Await().ok()) return true;
  while (true) {
    const Mark::State state = mark.state();
    if (state != Mark::State::kPending) return state == Mark::State::kComplete;
    std::this_thread::sleep_for(kPollingInterval);
  }
}

// The number of commands that are flushed together. On many drivers, each flush costs a system
// call.
constexpr uint64_t kCommandsAtOnce = 16;

void RaiseTo(uint64_t count, std::atomic<uint64_t>* bound) {
  uint64_t value = bound->load(std::memory_order_relaxed);
  while (value < count && !bound->compare_exchange_weak(value, count)) {
  }
}

// The number of failed queries after which a mark counts as failed.
constexpr int kMaxUnanswered = 1000;

// Queries the state of the event's command: CL_COMPLETE, a larger number before that, or an error's
// code if it failed. Returns the result of the query itself.
cl_int Ask(cl_event event, cl_int* status) {
  return Api::Get().GetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(*status), status,
                                 nullptr);
}

// The same. A failed query counts as a failed command.
cl_int StatusOf(cl_event event) {
  cl_int status = CL_COMPLETE;
  const cl_int code = Ask(event, &status);
  return code == CL_SUCCESS ? status : code;
}

}  // namespace

Status OutcomeOf(const char* function, cl_event event) {
  const cl_int status = StatusOf(event);
  Api::Get().ReleaseEvent(event);
  return ToStatus(function, std::min(status, CL_COMPLETE));
}

Outcomes::~Outcomes() {
  for (const Command& command : commands_) Api::Get().ReleaseEvent(command.event);
}

void Outcomes::Add(const char* function, cl_event event, Role role) {
  const std::lock_guard<std::mutex> lock(events_mutex_);
  commands_.push_back({function, event, role});
}

void Outcomes::Keep(const Status& status, Role role) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (failure_.ok()) role_ = role;
  failure_.Update(status);
  if (role != Role::kOther) copy_failure_.Update(status);
}

void Outcomes::WaitedFor(const std::shared_ptr<Outcomes>& other) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto is_other = [&other](const std::weak_ptr<Outcomes>& known) {
    return known.lock() == other;
  };
  if (std::any_of(others_.begin(), others_.end(), is_other)) return;
  others_.erase(
      std::remove_if(others_.begin(), others_.end(),
                     [](const std::weak_ptr<Outcomes>& known) { return known.expired(); }),
      others_.end());
  others_.push_back(other);
}

void Outcomes::Look() {
  const std::lock_guard<std::mutex> lock(events_mutex_);
  while (!commands_.empty()) {
    const Command& command = commands_.front();
    const cl_int status = StatusOf(command.event);  // once: errors may not be repeated
    if (status > CL_COMPLETE) return;
    Keep(ToStatus(command.function, status), command.role);
    Api::Get().ReleaseEvent(command.event);
    commands_.pop_front();
  }
}

Status Outcomes::Take() {
  std::vector<const Outcomes*> seen;
  return TakeOnce(&seen);
}

Status Outcomes::TakeOfCopies() {
  Look();
  const std::lock_guard<std::mutex> lock(mutex_);
  Status status = std::exchange(copy_failure_, Status());
  if (!status.ok() && role_ == Role::kCopyToDevice) failure_ = Status();
  return status;
}

// Two queues may have waited for each other.
Status Outcomes::TakeOnce(std::vector<const Outcomes*>* seen) {
  if (std::find(seen->begin(), seen->end(), this) != seen->end()) return Status();
  seen->push_back(this);
  Look();
  Status status;
  if (Gates::IsAnyStuck()) status = gates_->Check(gates_->added());
  std::vector<std::weak_ptr<Outcomes>> others;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    status.Update(std::exchange(failure_, Status()));
    others = others_;
  }
  for (const std::weak_ptr<Outcomes>& each : others) {
    if (const std::shared_ptr<Outcomes> other = each.lock()) status.Update(other->TakeOnce(seen));
  }
  return status;
}

Mark::State Mark::state() const {
  cl_int status = CL_COMPLETE;
  // If the query fails, assume that it is not done: a reader would start too early otherwise.
  if (Ask(handle_, &status) != CL_SUCCESS) {
    return ++unanswered_ < kMaxUnanswered ? State::kPending : State::kFailed;
  }
  if (status < 0) return State::kFailed;
  if (status == CL_COMPLETE) return State::kComplete;
  return gates_.Check().ok() ? State::kPending : State::kFailed;
}

Status Mark::Await() const {
  Status status = gates_.Await();  // OpenCL would wait for ever
  if (!status.ok()) return status;
  return ToStatus("clWaitForEvents", Api::Get().WaitForEvents(1, &handle_));
}

Status Mark::Time(uint64_t* nanoseconds) const {
  cl_ulong time = 0;
  const cl_int code = Api::Get().GetEventProfilingInfo(handle_, CL_PROFILING_COMMAND_END,
                                                       sizeof(time), &time, nullptr);
  *nanoseconds = time;
  return ToStatus("clGetEventProfilingInfo", code);
}

Status Commands::Create(cl_context context, cl_device_id device, std::unique_ptr<Commands>* made) {
  cl_int code = CL_SUCCESS;
  const cl_command_queue handle =
      Api::Get().CreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &code);
  if (code == CL_SUCCESS) made->reset(new Commands(context, handle));
  return ToStatus("clCreateCommandQueue", code);
}

Commands::~Commands() {
  Finish().IgnoreError();
  {
    const std::lock_guard<std::mutex> lock(calls_mutex_);
    is_closing_ = true;
  }
  calls_changed_.notify_all();
  if (caller_.joinable()) caller_.join();
  last_.reset();
  Api::Get().ReleaseCommandQueue(handle_);
}

void Commands::Added(bool is_urgent) {
  const uint64_t added = added_.fetch_add(1, std::memory_order_acq_rel) + 1;
  if (is_urgent || added % kCommandsAtOnce == 0) Api::Get().Flush(handle_);
  if (added % kCommandsAtOnce == 0) outcomes_->Look();
}

Status Commands::Check() const { return Gates::IsAnyStuck() ? Before().Check() : Status(); }

GatesBefore Commands::Before() const {
  GatesBefore gates;
  {
    const std::lock_guard<std::mutex> lock(others_mutex_);
    gates.Add(others_);
  }
  gates.Add(gates_, gates_->added());
  return gates;
}

Status Commands::Record(std::shared_ptr<Mark>* mark) {
  Status status = PutMark(mark);
  if (status.ok()) recorded_.fetch_add(1, std::memory_order_acq_rel);
  return status;
}

Status Commands::PutMark(std::shared_ptr<Mark>* mark) {
  Status status = Check();
  if (!status.ok()) return status;
  cl_event event = nullptr;
  const cl_int code = Api::Get().EnqueueMarkerWithWaitList(handle_, 0, nullptr, &event);
  if (code != CL_SUCCESS) return ToStatus("clEnqueueMarkerWithWaitList", code);
  *mark = std::make_shared<Mark>(event, context_, handle_, outcomes_, Before());
  Api::Get().Flush(handle_);
  return Status();
}

// What fails in a barrier is known by its event only.
Status Commands::PutBarrier(const cl_event& event) {
  static constexpr char kFunction[] = "clEnqueueBarrierWithWaitList";  // named when it has failed
  cl_event passed = nullptr;
  const cl_int code = Api::Get().EnqueueBarrierWithWaitList(handle_, 1, &event, &passed);
  if (code == CL_SUCCESS) outcomes_->Add(kFunction, passed, Outcomes::Role::kWait);
  return ToStatus(kFunction, code);
}

Status Commands::WaitFor(std::shared_ptr<Mark> mark) {
  Status status = Check();
  if (!status.ok()) return status;
  if (mark->queue() == handle_) return Status();
  outcomes_->WaitedFor(mark->outcomes());
  const Mark::State state = mark->state();
  if (state == Mark::State::kFailed)
    outcomes_->Keep(errors::Internal("what an OpenCL queue waited for failed"));
  if (state != Mark::State::kPending) return Status();
  if (mark->context() != context_) {  // OpenCL cannot wait for events of another context
    return Call([mark = std::move(mark)] { return mark->Await(); });
  }
  status = PutBarrier(mark->handle());
  if (!status.ok()) return status;
  {
    const std::lock_guard<std::mutex> lock(others_mutex_);
    GatesBefore others;  // without those that are open by now
    others.Add(others_);
    others.Add(mark->gates());
    others_ = std::move(others);
  }
  Added(/*is_urgent=*/false);
  return status;
}

Status Commands::Call(std::function<Status()> function) {
  Status status = Check();
  if (!status.ok()) return status;
  const Api& api = Api::Get();
  cl_int code = CL_SUCCESS;
  const cl_event gate = api.CreateUserEvent(context_, &code);
  if (code != CL_SUCCESS) return ToStatus("clCreateUserEvent", code);
  // Functions are called in the order of their marks.
  std::unique_lock<std::mutex> lock(calls_mutex_);
  if (!caller_.joinable()) {
    try {
      caller_ = std::thread([this] { MakeCalls(); });
    } catch (const std::system_error& error) {
      api.ReleaseEvent(gate);
      return errors::ResourceExhausted("cannot start a thread for calls of the host: ",
                                       error.what());
    }
  }
  std::shared_ptr<Mark> turn;
  status = PutMark(&turn);
  if (status.ok()) {
    gates_->Add();
    status = PutBarrier(gate);
    if (!status.ok()) gates_->TakeBack();
  }
  if (!status.ok()) {
    api.ReleaseEvent(gate);
    return status;
  }
  calls_.push_back({std::move(turn), std::move(function), gate});
  calls_changed_.notify_all();
  lock.unlock();
  // Without the lock, since oclgrind's clFlush waits for all commands, and so for this call.
  Added(/*is_urgent=*/true);
  return Status();
}

void Commands::MakeCalls() {
  std::unique_lock<std::mutex> lock(calls_mutex_);
  while (true) {
    calls_changed_.wait(lock, [this] { return !calls_.empty() || is_closing_; });
    if (calls_.empty()) return;
    HostCall call = std::move(calls_.front());
    calls_.pop_front();
    lock.unlock();
    // Call the function even if the device has failed, since nobody must wait for it forever. The
    // next thread that waits for the queue gets the error.
    if (!AwaitSurely(*call.turn)) {
      outcomes_->Keep(errors::Internal("what a call of the host waited for failed"));
    }
    outcomes_->Keep(pluggable::StatusOf(call.function));
    call.function = nullptr;
    gates_->Open(call.gate);
    lock.lock();
  }
}

bool Commands::IsCalling() {
  const std::lock_guard<std::mutex> lock(calls_mutex_);
  return caller_.get_id() == std::this_thread::get_id();
}

void Commands::NoteDone(uint64_t count) { RaiseTo(count, &done_); }

// Avoids clFinish if possible. Mesa's clFinish locks the queue while it waits, so a pending host
// function, for which the queue waits, could not query whether it is its turn. Tries again if
// waiting fails, since pending commands may write to memory that the caller is about to free.
Status Commands::AwaitAll() {
  auto pause = kPauseToWait;
  for (int i = 1;; ++i, pause *= 2) {
    // Waits for marks as well as for commands: all are done when this returns.
    std::shared_ptr<Mark> last;
    if (PutMark(&last).ok() && AwaitSurely(*last)) return Status();
    Status status = Before().Await();
    if (!status.ok()) return status;
    status = ToStatus("clFinish", Api::Get().Finish(handle_));
    if (status.ok() || i == kTriesToWait) return status;
    std::this_thread::sleep_for(pause);
  }
}

Status Commands::Finish() {
  Status status = Check();
  if (!status.ok()) return status;
  const uint64_t added = added_.load(std::memory_order_acquire);
  const uint64_t recorded = recorded_.load(std::memory_order_acquire);
  // TensorFlow waits for all queues of a device before it reads a result. Most have nothing new,
  // and a marker for nothing would wake threads.
  if (done_.load(std::memory_order_acquire) < added ||
      passed_.load(std::memory_order_acquire) < recorded) {
    status = AwaitAll();
    if (status.ok()) NoteDone(added);
    if (status.ok()) RaiseTo(recorded, &passed_);
  }
  status.Update(outcomes_->Take());  // reported once: later commands may work
  return status;
}

Status Commands::TakeCopyError() {
  Status status = outcomes_->TakeOfCopies();
  return status.ok() ? Check() : status;  // behind a gate that is stuck no copy arrives
}

bool Commands::IsIdle() {
  if (!Check().ok()) return true;  // nobody must wait until it is
  const uint64_t added = added_.load(std::memory_order_acquire);
  if (done_.load(std::memory_order_acquire) >= added) return true;
  const std::lock_guard<std::mutex> lock(idle_mutex_);
  if (last_ != nullptr) {
    const Mark::State state = last_->state();
    if (state == Mark::State::kComplete) NoteDone(last_added_);
    if (state != Mark::State::kPending) last_.reset();
  }
  if (done_.load(std::memory_order_acquire) >= added) return true;
  if (last_ == nullptr) {
    last_added_ = added;
    if (!PutMark(&last_).ok()) last_.reset();
  }
  return false;
}

}  // namespace pluggable::opencl
