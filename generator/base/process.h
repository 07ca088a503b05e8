// Running another program.

#ifndef PLUGINGEN_BASE_PROCESS_H_
#define PLUGINGEN_BASE_PROCESS_H_

#include <functional>
#include <string>
#include <vector>

namespace plugingen {

struct ProcessResult {
  // Why the program could not be started, or "".
  std::string problem;
  // Its exit status, or 128 and the number of the signal that ended it, as a shell says it.
  int status = 0;
};

// Runs `words`, the first of which is looked up on PATH, and waits for its end. Its standard input
// is empty; what it prints goes into two files, which are made, or into one if they are the same,
// or, for empty paths, to where this program prints. Until then `meanwhile` is called some times a
// second. A signal that ends this program ends the other one first, with all that it has started.
ProcessResult RunProcess(const std::vector<std::string>& words, const std::string& output_path,
                         const std::string& error_path,
                         const std::function<void()>& meanwhile = {});

// The program that a shell would run for `name`, as an absolute path; "" for none. Links stay: that
// of a virtual environment is what makes it one.
std::string FindProgram(const std::string& name);

}  // namespace plugingen

#endif  // PLUGINGEN_BASE_PROCESS_H_
