// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "profiler/host_thread.h"

#include <cstdlib>
#include <functional>
#include <string_view>
#include <thread>

#include "plugin/find_in_tensorflow.h"

namespace pluggable::profiler {

namespace {

// Until 2.18, TensorFlow kept only 32 bits of the number (seen in 2.12.1 and 2.15.1, and in the
// sources after 2.18); 2.19.1 and 2.21.0 keep all. A host that does not report its version is
// assumed to be new.
bool HasShortNumbers() {
  constexpr int kFirstWithLong = 19;  // 2.19
  auto* const tf_version = FindInTensorFlow<const char*()>("TF_Version");
  if (tf_version == nullptr) return false;
  const std::string_view version = tf_version();
  return version.substr(0, 2) == "2." &&
         std::strtol(version.data() + 2, nullptr, 10) < kFirstWithLong;
}

}  // namespace

// This is not Linux's number of the thread. TensorFlow means to use that, but the code that checks
// for the system call does not include the header that defines it.
int64_t HostThreadId() {
  thread_local const auto id =
      static_cast<int64_t>(std::hash<std::thread::id>()(std::this_thread::get_id()));
  return id;
}

int64_t LineOfThread(int64_t thread_id) {
  static const bool has_short_numbers = HasShortNumbers();
  return has_short_numbers ? static_cast<int64_t>(static_cast<uint32_t>(thread_id)) : thread_id;
}

}  // namespace pluggable::profiler
