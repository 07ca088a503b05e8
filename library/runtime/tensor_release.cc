// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/tensor_release.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace pluggable::internal {

namespace {

// A thread that deletes tensors. Started with the first, and never ended: work may still run while
// the process ends.
class Deleter {
 public:
  static Deleter& Get() {
    static auto* const deleter = new Deleter;
    return *deleter;
  }

  void Add(TF_Tensor* tensor) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      tensors_.push_back(tensor);
    }
    added_.notify_one();
  }

 private:
  Deleter() {
    std::thread([this] { Main(); }).detach();
  }

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
};

}  // namespace

void DeleteTensorElsewhere(TF_Tensor* tensor) { Deleter::Get().Add(tensor); }

}  // namespace pluggable::internal
