// What CTest says of the tests that it ran.

#ifndef PLUGINGEN_CLI_TEST_RESULTS_H_
#define PLUGINGEN_CLI_TEST_RESULTS_H_

#include <string>
#include <vector>

namespace plugingen::cli {

struct TestResult {
  std::string name;
  std::string word;     // "passed", "disabled", "Skipped", or why it failed: "Failed", "Timeout"
  std::string seconds;  // "0.51"
  std::string output;   // of a test that failed
  // Why cases of a test that passed were skipped, as GoogleTest and Python's unittest print it:
  // each reason once, in the order of the output.
  std::vector<std::string> skips;

  bool passed() const { return word == "passed"; }
  bool skipped() const { return word == "Skipped" || word == "disabled"; }
  bool failed() const { return !passed() && !skipped(); }
};

// From the file of `ctest --output-junit`. Why a test failed is only in what CTest `printed`, which
// may be "".
std::vector<TestResult> ReadTestResults(const std::string& junit, const std::string& printed);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_TEST_RESULTS_H_
