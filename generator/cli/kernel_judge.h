// Compiles kernel_judge, a program of emitted projects, for a TensorFlow that the user has.

#ifndef PLUGINGEN_CLI_KERNEL_JUDGE_H_
#define PLUGINGEN_CLI_KERNEL_JUDGE_H_

#include <string>

#include "cli/console.h"
#include "cli/exit_codes.h"

namespace plugingen::cli {

struct KernelJudge {
  int status = kDone;   // if not kDone, an error was printed
  std::string program;  // the path of the executable
};

// Builds kernel_judge for the TensorFlow that `python` would import. The user's cache keeps the
// result, so a second run takes a fraction of a second. `jobs` is the number of parallel compilers;
// "" means one for each core.
KernelJudge BuildKernelJudge(const std::string& python, const std::string& jobs, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_KERNEL_JUDGE_H_
