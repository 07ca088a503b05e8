// The conformance suite's limits on a busy machine: who waits for a processor is not taken for one
// that hangs.

#include "../../../conformance/time_limit.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <ctime>
#include <functional>
#include <vector>

namespace conformance {
namespace {

using std::chrono::milliseconds;

// What the process has computed so far.
milliseconds Computed() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return milliseconds(time.tv_sec * 1000 + time.tv_nsec / 1000000);
}

void ComputeForEver() {
  while (Computed() >= milliseconds(0)) {
  }
}

// Processes that share one processor, and end with the test.
class BusyProcessor : public testing::Test {
 protected:
  void SetUp() override {
    for (int i = 0; i < 7; ++i) Start(ComputeForEver);
  }

  ~BusyProcessor() override {
    for (const pid_t process : processes_) {
      kill(process, SIGKILL);
      waitpid(process, nullptr, 0);
    }
  }

  pid_t Start(const std::function<void()>& work) {
    const pid_t process = fork();
    if (process == 0) {
      cpu_set_t first;
      CPU_ZERO(&first);
      sched_getaffinity(0, sizeof(first), &first);
      int processor = 0;
      while (!CPU_ISSET(processor, &first)) ++processor;
      CPU_ZERO(&first);
      CPU_SET(processor, &first);
      sched_setaffinity(0, sizeof(first), &first);
      work();
      _exit(0);
    }
    processes_.push_back(process);
    return process;
  }

  // Whether the process ends within its limit.
  static bool EndsInTime(pid_t process, milliseconds limit) {
    TimeLimit time(process, limit);
    for (;;) {
      siginfo_t info{};
      waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT);
      if (info.si_pid != 0) return true;
      if (time.IsOver()) return false;
      usleep(1000);
    }
  }

 private:
  std::vector<pid_t> processes_;
};

TEST_F(BusyProcessor, WhoGetsAnEighthOfItIsInTime) {
  // It takes some 3.2 seconds.
  const pid_t process = Start([] {
    while (Computed() < milliseconds(400)) {
    }
  });
  EXPECT_TRUE(EndsInTime(process, milliseconds(1600)));
}

TEST_F(BusyProcessor, WhoSleepsForEverIsNot) {
  EXPECT_FALSE(EndsInTime(Start([] { pause(); }), milliseconds(300)));
}

TEST_F(BusyProcessor, WhoComputesForEverIsNot) {
  EXPECT_FALSE(EndsInTime(Start(ComputeForEver), milliseconds(300)));
}

}  // namespace
}  // namespace conformance
