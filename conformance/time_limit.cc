#include "time_limit.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace conformance {
namespace {

using std::chrono::nanoseconds;

// Files of /proc are not read more often.
constexpr std::chrono::milliseconds kShortest{20};

// How long the threads of the process have waited for a processor. A system that does not count it
// has no such files, or zeros in them.
nanoseconds WaitedForProcessor(pid_t process) {
  int64_t sum = 0;
  std::error_code error;
  const std::filesystem::path threads = "/proc/" + std::to_string(process) + "/task";
  for (std::filesystem::directory_iterator thread(threads, error), end; !error && thread != end;
       thread.increment(error)) {
    std::ifstream file(thread->path() / "schedstat");
    int64_t computed = 0;
    int64_t waited = 0;
    if (file >> computed >> waited) sum += waited;
  }
  return nanoseconds(sum);
}

}  // namespace

TimeLimit::TimeLimit(pid_t process, nanoseconds limit)
    : process_(process), limit_(limit), waited_(WaitedForProcessor(process)) {}

bool TimeLimit::IsOver() {
  const auto now = std::chrono::steady_clock::now();
  const nanoseconds passed = now - last_;
  if (passed < kShortest) return used_ > limit_;
  const nanoseconds waited = WaitedForProcessor(process_);
  // The sum is smaller after threads have ended.
  used_ += passed - std::clamp(waited - waited_, nanoseconds(0), passed * 9 / 10);
  waited_ = waited;
  last_ = now;
  return used_ > limit_;
}

}  // namespace conformance
