// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A notice for users who wait for a compiler.

#ifndef PLUGGABLE_DRIVER_OPENCL_BUILD_NOTICE_H_
#define PLUGGABLE_DRIVER_OPENCL_BUILD_NOTICE_H_

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace pluggable::opencl {

// Prints a line to stderr if the object lives for more than two seconds. It does so only on a
// terminal: elsewhere nobody waits, and logs should not differ between runs.
class BuildNotice {
 public:
  explicit BuildNotice(const std::string& text);
  ~BuildNotice();
  BuildNotice(const BuildNotice&) = delete;
  BuildNotice& operator=(const BuildNotice&) = delete;

 private:
  const std::string text_;  // made here, since the thread must not throw
  std::mutex mutex_;
  std::condition_variable ended_;
  bool is_over_ = false;
  std::thread waiting_;  // prints while the caller's thread compiles
};

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_BUILD_NOTICE_H_
