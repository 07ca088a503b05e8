// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/tensor_release.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/log.h"

namespace pluggable::internal {

namespace {

// A thread that deletes tensors. It starts with the first tensor and never ends, since work may
// still run while the process ends. If no thread can be started, tensors wait for the next attempt:
// destructors add them, and must not fail.
class Deleter {
 public:
  static Deleter& Get() {
    static auto* const deleter = new Deleter;
    return *deleter;
  }

  void Add(TF_Tensor* tensor) noexcept {
    try {
      std::lock_guard<std::mutex> lock(mutex_);
      tensors_.push_back(tensor);
      if (!has_thread_) std::thread([this] { Main(); }).detach();
      has_thread_ = true;
    } catch (const std::exception& error) {
      if (!has_complained_.exchange(true)) {
        runtime::Log("tensors keep their memory for now: no thread to delete them (", error.what(),
                     ")");
      }
    }
    added_.notify_one();
  }

 private:
  Deleter() = default;

  [[noreturn]] void Main() {
    std::vector<TF_Tensor*> taken;
    while (true) {
      {
        std::unique_lock<std::mutex> lock(mutex_);
        added_.wait(lock, [this] { return !tensors_.empty(); });
        std::swap(taken, tensors_);
      }
      for (TF_Tensor* const tensor : taken) TF_DeleteTensor(tensor);
      taken.clear();
    }
  }

  std::mutex mutex_;
  std::condition_variable added_;
  std::vector<TF_Tensor*> tensors_;
  bool has_thread_ = false;
  std::atomic<bool> has_complained_{false};
};

}  // namespace

void DeleteTensorElsewhere(TF_Tensor* tensor) { Deleter::Get().Add(tensor); }

}  // namespace pluggable::internal
