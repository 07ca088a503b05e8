// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A cache of built programs and kernels that several threads share.

#ifndef PLUGGABLE_DRIVER_OPENCL_C_KEPT_PROGRAMS_H_
#define PLUGGABLE_DRIVER_OPENCL_C_KEPT_PROGRAMS_H_

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "pluggable/device_kernel.h"

#include "driver/transient.h"

namespace pluggable::opencl_c {

// `Program` is a driver's data on a program. `Kernel` has a `status`, OK or why it cannot be used,
// and `tries`, the number of attempts to make it. Several threads may call all functions.
template <typename Program, typename Kernel>
class KeptPrograms {
 public:
  // The kernel that create(Program*, Kernel*) made. If that failed because memory was short, a
  // later call makes another attempt. No other thread uses the program meanwhile.
  template <typename Create>
  std::shared_ptr<Kernel> Find(const DeviceKernel& kernel, Create create) {
    const Key key(kernel.program, kernel.name);
    int tries = 0;
    std::shared_ptr<Kernel> made = FindMade(key, &tries);
    if (made != nullptr) return made;
    // Building takes long, and kernels of other programs need not wait for it.
    return Use(*kernel.program, [&](Program* program) {
      made = FindMade(key, &tries);  // by another thread
      if (made != nullptr) return made;
      made = std::make_shared<Kernel>();
      made->tries = tries + 1;
      create(program, made.get());
      const std::lock_guard<std::mutex> lock(mutex_);
      kernels_[key] = made;
      return made;
    });
  }

  // The result of use(Program*). No other thread uses the program meanwhile.
  template <typename Function>
  auto Use(const DeviceProgram& program, Function use) {
    Kept* const kept = FindKept(program);
    const std::lock_guard<std::mutex> using_it(kept->mutex);
    return use(&kept->program);
  }

 private:
  struct Kept {
    std::mutex mutex;
    Program program;
  };
  using Key = std::pair<const DeviceProgram*, const char*>;

  // Null if the kernel must be made, perhaps in another attempt.
  std::shared_ptr<Kernel> FindMade(const Key& key, int* tries) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = kernels_.find(key);
    *tries = found == kernels_.end() ? 0 : found->second->tries;
    if (*tries == 0 || MayRetry(found->second->status, *tries)) return nullptr;
    return found->second;
  }

  Kept* FindKept(const DeviceProgram& program) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<Kept>& found = programs_[&program];
    if (found == nullptr) found = std::make_unique<Kept>();
    return found.get();
  }

  std::mutex mutex_;
  std::map<const DeviceProgram*, std::unique_ptr<Kept>> programs_;
  std::map<Key, std::shared_ptr<Kernel>> kernels_;
};

}  // namespace pluggable::opencl_c

#endif  // PLUGGABLE_DRIVER_OPENCL_C_KEPT_PROGRAMS_H_
