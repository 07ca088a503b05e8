// Runs other programs and shows their output only if they fail.

#ifndef PLUGINGEN_CLI_LOGGED_RUN_H_
#define PLUGINGEN_CLI_LOGGED_RUN_H_

#include <string>
#include <vector>

#include "base/process.h"
#include "cli/console.h"

namespace plugingen::cli {

struct LoggedRun {
  std::vector<std::string> words;
  std::string log;       // the file that receives the program's output
  std::string doing;     // for the progress line: "building"
  bool verbose = false;  // shows the output instead
  bool quiet = false;    // shows no progress line
};

// Runs the program. A terminal shows one line with its progress. Elsewhere, such as in a CI log, a
// long run prints such a line from time to time.
ProcessResult RunLogged(const LoggedRun& run, Console& console);

// Decides when the log of a long run gets its next line.
class LongWait {
 public:
  // True once for each line, when `waited` seconds have passed since the start.
  bool IsDue(double waited);

 private:
  double next_ = 5;
};

// Extracts the progress of a build or a test run from its output: "[12/53]", "[ 23%]", or "".
std::string ProgressOf(const std::string& printed);

// Removes the progress lines from the output of a build.
std::string WithoutProgress(const std::string& printed);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_LOGGED_RUN_H_
