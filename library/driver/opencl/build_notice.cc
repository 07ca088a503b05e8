// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl/build_notice.h"

#include <unistd.h>

#include <chrono>
#include <system_error>
#include <utility>

#include "runtime/log.h"

namespace pluggable::opencl {

BuildNotice::BuildNotice(std::string text) : text_(std::move(text)) {
  if (isatty(STDERR_FILENO) == 0) return;
  try {
    waiting_ = std::thread([this] {
      std::unique_lock<std::mutex> lock(mutex_);
      if (!ended_.wait_for(lock, std::chrono::seconds(2), [this] { return is_over_; })) {
        runtime::Log(text_);
      }
    });
  } catch (const std::system_error&) {
    // Without a thread there is no line.
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
