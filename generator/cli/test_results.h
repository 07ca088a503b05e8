// Reads the results that CTest writes.

#ifndef PLUGINGEN_CLI_TEST_RESULTS_H_
#define PLUGINGEN_CLI_TEST_RESULTS_H_

#include <string>
#include <vector>

namespace plugingen::cli {

struct TestResult {
  std::string name;
  std::string word;     // "passed", "disabled", "Skipped", or the failure: "Failed", "Timeout"
  std::string seconds;  // "0.51"
  std::string output;   // only of a test that failed
  // Why cases of a passed test were skipped, as GoogleTest and Python's unittest print it. Contains
  // each reason once, in the order of the output.
  std::vector<std::string> skips;

  bool passed() const { return word == "passed"; }
  bool skipped() const { return word == "Skipped" || word == "disabled"; }
  bool failed() const { return !passed() && !skipped(); }
};

// Parses the file of `ctest --output-junit`. Only the text that CTest `printed` states why a test
// failed; it may be "".
std::vector<TestResult> ReadTestResults(const std::string& junit, const std::string& printed);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_TEST_RESULTS_H_
