// Runs cases in separate processes, so that a crash or a hang is a verdict like others.

#ifndef CONFORMANCE_ISOLATE_H_
#define CONFORMANCE_ISOLATE_H_

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "case.h"
#include "run.h"
#include "verdict.h"

namespace conformance {

// A case and how it went.
struct Finished {
  const Case* test = nullptr;
  uint64_t seed = 1;
  Verdict verdict;
  double seconds = 0;
  std::string output;  // the end of what the plugin printed
};

// What to run.
struct Task {
  const Case* test = nullptr;
  RunSettings settings;
};

// The end of a file of output; nothing from before `begin`.
std::string Tail(int file, off_t begin);

// Runs the tasks, `jobs` at a time, and reports each when it has ended. A task that takes longer
// than `timeout` seconds (time_limit.h) is killed.
void RunIsolated(const std::vector<Task>& tasks, int jobs, int timeout,
                 const std::function<void(Finished)>& tell);

}  // namespace conformance

#endif  // CONFORMANCE_ISOLATE_H_
