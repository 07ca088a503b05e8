// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/commands.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace pluggable::cuda {

Status Commands::Create(Context context, int priority, std::unique_ptr<Commands>* made) {
  const Api& api = Api::Get();
  int least = 0;
  int greatest = 0;  // priority, and so the lowest number
  if (api.CtxGetStreamPriorityRange(&least, &greatest) != kSuccess) least = greatest = 0;
  StreamHandle handle = nullptr;
  const Result code = api.StreamCreateWithPriority(&handle, kStreamNonBlocking,
                                                   std::clamp(priority, greatest, least));
  if (code == kSuccess) made->reset(new Commands(context, handle));
  return ToStatus("cuStreamCreateWithPriority", code);
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
  return Put([&mark](StreamHandle stream) { return mark->Put(stream); },
             [&mark] { return [mark](StreamHandle stream) { return mark->Put(stream); }; });
}

Status Commands::WaitFor(const std::shared_ptr<Mark>& mark) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (added_ == done_ && mark->IsPut()) return mark->LetWait(handle_);
  return Defer({[mark](StreamHandle stream) {
                  mark->AwaitPut();
                  return mark->LetWait(stream);
                },
                /*is_call=*/false});
}

Status Commands::Call(std::function<void()> function) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return Defer({[function = std::move(function)](StreamHandle) {
                  try {
                    function();
                    return Status();
                  } catch (...) {
                    return StatusOfException();
                  }
                },
                /*is_call=*/true});
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
    // What blocks elsewhere comes before all that is deferred.
    changed_.wait(lock, [this] {
      return (!deferred_.empty() && done_ + deferred_.size() == added_) ||
             (deferred_.empty() && is_closing_);
    });
    if (deferred_.empty()) return;
    Deferred next = std::move(deferred_.front());
    deferred_.pop_front();
    lock.unlock();
    // Whoever waits for a call must not wait forever, so a failure of the device's makes no
    // difference here. It is what the next to wait gets to know.
    Status status = ToStatus("cuCtxSetCurrent", api.CtxSetCurrent(context_));
    if (next.is_call) {
      status.Update(ToStatus("cuStreamSynchronize", api.StreamSynchronize(handle_)));
    }
    status.Update(next.command(handle_));
    next.command = nullptr;
    lock.lock();
    failure_.Update(status);
    ++done_;
    changed_.notify_all();
  }
}

Status Commands::Finish() {
  std::unique_lock<std::mutex> lock(mutex_);
  const uint64_t added = added_;
  changed_.wait(lock, [this, added] { return done_ >= added; });
  Status status = std::exchange(failure_, Status());  // told once: what follows may work
  lock.unlock();
  status.Update(ToStatus("cuStreamSynchronize", Api::Get().StreamSynchronize(handle_)));
  return status;
}

bool Commands::IsIdle() {
  const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  return lock.owns_lock() && added_ == done_ && Api::Get().StreamQuery(handle_) == kSuccess;
}

}  // namespace pluggable::cuda
