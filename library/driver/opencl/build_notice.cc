// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl/build_notice.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <exception>

#include "plugin/names.h"

namespace pluggable::opencl {

BuildNotice::BuildNotice(const std::string& text)
    : text_(std::string(names::kPlugin) + ": " + text + "\n") {
  if (isatty(STDERR_FILENO) == 0) return;
  try {
    waiting_ = std::thread([this] {
      std::unique_lock<std::mutex> lock(mutex_);
      if (!ended_.wait_for(lock, std::chrono::seconds(2), [this] { return is_over_; })) {
        std::fputs(text_.c_str(), stderr);
      }
    });
  } catch (const std::exception&) {
    // Without a thread, no notice is printed.
  }
}

BuildNotice::~BuildNotice() {
  if (!waiting_.joinable()) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_over_ = true;
  }
  ended_.notify_one();
  waiting_.join();
}

}  // namespace pluggable::opencl
