// Runs of other programs that a user does not want to read unless they fail.

#ifndef PLUGINGEN_CLI_LOGGED_RUN_H_
#define PLUGINGEN_CLI_LOGGED_RUN_H_

#include <string>
#include <vector>

#include "base/process.h"
#include "cli/console.h"

namespace plugingen::cli {

struct LoggedRun {
  std::vector<std::string> words;
  std::string log;       // the file that takes what the program prints
  std::string doing;     // for the line that shows progress: "building"
  bool verbose = false;  // what it prints goes to the user instead
  bool quiet = false;    // no line of progress
};

// Runs it. On a terminal a line tells meanwhile how far it is; elsewhere, in a log, there is such a
// line now and then if it takes long.
ProcessResult RunLogged(const LoggedRun& run, Console& console);

// When a log gets a line about a run that goes on.
class LongWait {
 public:
  // Whether a line is due, `waited` seconds after the begin. Each is due once.
  bool IsDue(double waited);

 private:
  double next_ = 5;
};

// How far a build or a test is, by what it has printed: "[12/53]", "[ 23%]", or "".
std::string ProgressOf(const std::string& printed);

// What a build has printed without the lines that tell of what went well.
std::string WithoutProgress(const std::string& printed);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_LOGGED_RUN_H_
