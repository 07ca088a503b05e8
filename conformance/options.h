// What the runner is asked to do.

#ifndef CONFORMANCE_OPTIONS_H_
#define CONFORMANCE_OPTIONS_H_

#include <string>
#include <vector>

#include "run.h"

namespace conformance {

struct Options {
  RunSettings run;
  std::vector<std::string> filters;  // a case that one of them fits is run; none: all
  std::string tensorflow;            // "": the newest that the plugin registers with
  std::string json;
  std::string junit;
  std::string html;
  std::string expected;
  std::string kernel_judge;  // the program for the second half; "": without
  std::string python;        // that chose its TensorFlow
  int repeat = 1;
  int seconds = 0;  // to go on for, with other seeds; 0: once is enough
  int jobs = 1;
  int timeout = 20;  // seconds for each case
  bool list = false;
  bool verbose = false;
  bool help = false;

  // Whether the filters let a case of that name through.
  bool Wants(const std::string& name) const;
};

// Exit statuses. Those that plugingen has too mean the same there.
enum ExitStatus : int {
  kAllGood = 0,
  kCasesFailed = 7,
  kWrongUsage = 64,
  kInternalError = 70,
  kCannotWrite = 73,
};

// Fills `options`, or says what is wrong with the arguments.
std::string ParseOptions(int argc, const char* const* argv, Options* options);

// What --help prints.
const char* HelpText();

}  // namespace conformance

#endif  // CONFORMANCE_OPTIONS_H_
