// What CTest prints of the tests that it ran.

#ifndef PLUGINGEN_CLI_TEST_RESULTS_H_
#define PLUGINGEN_CLI_TEST_RESULTS_H_

#include <string>
#include <vector>

namespace plugingen::cli {

struct TestResult {
  std::string name;
  std::string word;     // "passed", "disabled", or CTest's own: "Failed", "Timeout", "Skipped"
  std::string seconds;  // "0.51"
  std::string output;   // of a test that failed, if CTest was told to print it

  bool passed() const { return word == "passed"; }
  bool skipped() const { return word == "Skipped" || word == "disabled"; }
  bool failed() const { return !passed() && !skipped(); }
};

// In the order in which they ended.
std::vector<TestResult> ReadTestResults(const std::string& printed);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_TEST_RESULTS_H_
