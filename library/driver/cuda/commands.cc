// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/commands.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace pluggable::cuda {

Status Commands::Create(Context context, int priority, std::unique_ptr<Commands>* made) {
  const Api& api = Api::Get();
  int least = 0;
  int greatest = 0;  // a priority; lower numbers are more urgent
  if (api.CtxGetStreamPriorityRange(&least, &greatest) != kSuccess) least = greatest = 0;
  StreamHandle handle = nullptr;
  const Result code = api.StreamCreateWithPriority(&handle, kStreamNonBlocking,
                                                   std::clamp(priority, greatest, least));
  if (code != kSuccess) return ToStatus("cuStreamCreateWithPriority", code);
  return StatusOf([&] {
    struct Owned {
      StreamHandle handle;
      ~Owned() {
        if (handle != nullptr) Api::Get().StreamDestroy(handle);
      }
    } owned{handle};
    made->reset(new Commands(context, handle));
    owned.handle = nullptr;
    return Status();
  });
}

Commands::~Commands() {
  Finish().IgnoreError();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_closing_ = true;
  }
  changed_.notify_all();
  if (worker_.joinable()) worker_.join();
  Api::Get().StreamDestroy(handle_);
}

Status Commands::Record(const std::shared_ptr<Mark>& mark) {
  return Put([&](StreamHandle stream) { return mark->Put(stream, failure_); },
             [&] {
               return [this, mark](StreamHandle stream) {
                 std::unique_lock<std::mutex> lock(mutex_);
                 std::shared_ptr<LateFailure> failure = failure_;
                 lock.unlock();
                 return mark->Put(stream, std::move(failure));
               };
             });
}

Status Commands::WaitFor(const std::shared_ptr<Mark>& mark) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (added_ == done_ && mark->IsPut()) {
    Keep(mark->failure());
    return mark->LetWait(handle_);
  }
  return Defer({[this, mark](StreamHandle stream) {
                  mark->AwaitPut();
                  {
                    const std::lock_guard<std::mutex> failure_lock(mutex_);
                    Keep(mark->failure());
                  }
                  return mark->LetWait(stream);
                },
                /*is_call=*/false, /*breaks_copies=*/true});
}

Status Commands::Call(std::function<void()> function) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return Defer({[function = std::move(function)](StreamHandle) {
                  function();
                  return Status();
                },
                /*is_call=*/true, /*breaks_copies=*/true});
}

Status Commands::Defer(Deferred&& deferred) {
  if (!worker_.joinable()) {
    try {
      worker_ = std::thread([this] { Work(); });
    } catch (const std::system_error& error) {
      return errors::ResourceExhausted("cannot start a thread for calls of the host: ",
                                       error.what());
    }
  }
  deferred_.push_back(std::move(deferred));
  ++added_;
  changed_.notify_all();
  return Status();
}

void Commands::Work() {
  const Api& api = Api::Get();
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    // Commands in which another thread is blocked precede all deferred commands.
    changed_.wait(lock, [this] {
      return (!deferred_.empty() && done_ + deferred_.size() == added_) ||
             (deferred_.empty() && is_closing_);
    });
    if (deferred_.empty()) return;
    Deferred next = std::move(deferred_.front());
    deferred_.pop_front();
    lock.unlock();
    // Call the function even if the device has failed, since nobody must wait for it forever. The
    // next thread that waits for the stream gets the error.
    Status status = ToStatus("cuCtxSetCurrent", api.CtxSetCurrent(context_));
    if (next.is_call) {
      status.Update(ToStatus("cuStreamSynchronize", api.StreamSynchronize(handle_)));
    }
    status.Update(StatusOf([&] { return next.command(handle_); }));
    next.command = nullptr;
    lock.lock();
    if (!status.ok()) {
      StatusOf([&] {
        const auto failure = std::make_shared<LateFailure>(status);
        if (next.breaks_copies && copy_failure_ == nullptr) copy_failure_ = failure;
        Keep(failure);
        return Status();
      }).IgnoreError();
    }
    ++done_;
    changed_.notify_all();
  }
}

Status Commands::Finish() {
  std::unique_lock<std::mutex> lock(mutex_);
  const uint64_t added = added_;
  changed_.wait(lock, [this, added] { return done_ >= added; });
  const std::shared_ptr<LateFailure> failure = std::exchange(failure_, nullptr);
  lock.unlock();
  Status status;
  if (failure != nullptr && !failure->is_reported.exchange(true)) status = failure->status;
  status.Update(ToStatus("cuStreamSynchronize", Api::Get().StreamSynchronize(handle_)));
  return status;
}

Status Commands::TakeCopyError() {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::shared_ptr<LateFailure> failure = std::exchange(copy_failure_, nullptr);
  if (failure == nullptr) return Status();
  failure->is_reported = true;
  return failure->status;
}

bool Commands::IsIdle() {
  const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  return lock.owns_lock() && added_ == done_ && !HasFailure() &&
         Api::Get().StreamQuery(handle_) == kSuccess;
}

}  // namespace pluggable::cuda
