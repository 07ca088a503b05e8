// Runs another program.

#ifndef PLUGINGEN_BASE_PROCESS_H_
#define PLUGINGEN_BASE_PROCESS_H_

#include <functional>
#include <string>
#include <vector>

namespace plugingen {

struct ProcessResult {
  // Why the program could not be started, or "".
  std::string problem;
  // The exit status, or 128 plus the number of the signal that ended the program, as in a shell.
  int status = 0;
};

// Runs `words`, whose first word is looked up on PATH, and waits for the end. The standard input is
// empty. The output goes to two files, which are created, to one if the paths are equal, or to the
// streams of this program if they are empty. Calls `meanwhile` several times a second. A signal
// that ends this program first ends the other one and everything that it started.
ProcessResult RunProcess(const std::vector<std::string>& words, const std::string& output_path,
                         const std::string& error_path,
                         const std::function<void()>& meanwhile = {});

// Returns the absolute path of the program that a shell would run for `name`, or "". Does not
// resolve links, because a virtual environment is recognized by its link.
std::string FindProgram(const std::string& name);

// Returns the absolute path of this program.
std::string OwnProgram();

}  // namespace plugingen

#endif  // PLUGINGEN_BASE_PROCESS_H_
