#include "cli/test_results.h"

#include <optional>
#include <string_view>

#include "base/text.h"

namespace plugingen::cli {
namespace {

// " 1/12 Test  #1: runtime ............   Passed    0.51 sec", "... ***Failed    2.1 sec".
std::optional<TestResult> ReadLine(std::string_view line) {
  line = base::Trim(line);
  const size_t test = line.find(" Test ");
  if (test == std::string_view::npos || line.find('/') > test || !base::IsDigit(line.front())) {
    return std::nullopt;
  }
  const size_t colon = line.find(": ", test);
  if (colon == std::string_view::npos || !line.ends_with(" sec")) return std::nullopt;
  std::string_view rest = line.substr(colon + 2, line.size() - colon - 2 - 4);
  TestResult result;
  const size_t name = rest.find(' ');
  if (name == std::string_view::npos) return std::nullopt;
  result.name = rest.substr(0, name);
  rest = base::Trim(rest.substr(name));
  while (rest.starts_with('.')) rest.remove_prefix(1);
  const size_t time = rest.find_last_of(' ');
  if (time == std::string_view::npos) return std::nullopt;
  result.seconds = rest.substr(time + 1);
  std::string_view word = base::Trim(rest.substr(0, time));
  while (word.starts_with('*')) word.remove_prefix(1);
  result.word = word == "Passed"               ? "passed"
                : word == "Not Run (Disabled)" ? "disabled"
                                               : std::string(word);
  return result;
}

bool EndsOutput(std::string_view line) {
  return base::Trim(line).starts_with("Start ") || line.find("% tests passed") != line.npos;
}

}  // namespace

std::vector<TestResult> ReadTestResults(const std::string& printed) {
  std::vector<TestResult> results;
  bool in_output = false;
  for (const std::string_view line : base::Split(printed, '\n')) {
    if (auto result = ReadLine(line)) {
      results.push_back(std::move(*result));
      in_output = true;
    } else if (EndsOutput(line)) {
      in_output = false;
    } else if (in_output && !results.empty() && results.back().failed()) {
      results.back().output += std::string(line) + "\n";
    }
  }
  return results;
}

}  // namespace plugingen::cli
