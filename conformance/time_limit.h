// How long a process may take, on a machine that may be busy with other things.

#ifndef CONFORMANCE_TIME_LIMIT_H_
#define CONFORMANCE_TIME_LIMIT_H_

#include <sys/types.h>

#include <chrono>

namespace conformance {

// A limit of the time that a process takes. While its threads wait for a processor, this time
// passes at a tenth of the speed: on a busy machine the process takes longer, and one that hangs is
// still found.
class TimeLimit {
 public:
  TimeLimit(pid_t process, std::chrono::nanoseconds limit);

  // Whether the time is over. Looks at the process each time, so call it some times in a second or
  // more often.
  bool IsOver();

 private:
  pid_t process_;
  std::chrono::nanoseconds limit_;
  std::chrono::nanoseconds used_{0};
  std::chrono::nanoseconds waited_;  // for a processor, until `last_`
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace conformance

#endif  // CONFORMANCE_TIME_LIMIT_H_
