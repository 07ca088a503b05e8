#include <fnmatch.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "kernel_half.h"
#include "report.h"

namespace conformance {
namespace {

std::string Indented(const std::string& text, const std::string& by) {
  std::string indented = by;
  for (const char c : text) {
    indented += c;
    if (c == '\n') indented += by;
  }
  return indented;
}

// Reasons may have whole paragraphs of a plugin's in them; the reports have all of it.
std::string Shortened(const std::string& text) {
  constexpr size_t kMost = 160;
  return text.size() <= kMost ? text : text.substr(0, kMost) + "...";
}

std::string Trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

}  // namespace

const char* OutcomeName(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPass:
      return "pass";
    case Outcome::kFail:
      return "fail";
    case Outcome::kUnsupported:
      return "unsupported";
    case Outcome::kExpectedFailure:
      return "expected failure";
    case Outcome::kUnexpectedSuccess:
      break;
  }
  return "unexpected pass";
}

int Report::Count(Outcome outcome) const {
  return static_cast<int>(std::count_if(
      results.begin(), results.end(),
      [outcome](const Finished& result) { return result.verdict.outcome == outcome; }));
}

bool Report::failed() const {
  return std::any_of(results.begin(), results.end(),
                     [](const Finished& result) { return IsBad(result.verdict.outcome); });
}

std::string ReproduceLine(const Report& report, const Finished& result) {
  std::string line = "plugingen conformance " + report.plugin;
  for (const std::string& library : report.libraries) line += " --library " + library;
  const bool is_of_kernels = result.test->name.compare(0, strlen(kKernelGroup), kKernelGroup) == 0;
  line += is_of_kernels ? report.with_words : " --tensorflow " + report.tensorflow;
  return line + " --filter '" + result.test->name + "' --seed " + std::to_string(result.seed);
}

std::string FailureText(const Report& report, const Finished& result) {
  std::string text = result.verdict.outcome == Outcome::kFail ? "FAIL " : "UNEXPECTED PASS ";
  text += result.test->name + "\n";
  text += Indented(result.verdict.message, "    ") + "\n";
  text += "  what must hold: " + result.test->sentence + "\n";
  text += "  why: " + result.test->source + "\n";
  text += "  again: " + ReproduceLine(report, result) + "\n";
  const std::string output = Trimmed(result.output);
  if (!output.empty()) text += "  it printed:\n" + Indented(output, "    | ") + "\n";
  return text;
}

std::string SummaryText(const Report& report) {
  std::string text;
  std::map<std::string, std::vector<std::string>> unsupported;
  for (const Finished& result : report.results) {
    if (result.verdict.outcome == Outcome::kUnsupported) {
      unsupported[result.verdict.message].push_back(result.test->name);
    }
  }
  for (const auto& [reason, names] : unsupported) {
    text += "unsupported: " + std::to_string(names.size()) + " case" +
            (names.size() == 1 ? "" : "s") + ", such as " + names.front() + ": " +
            Shortened(reason) + "\n";
  }
  std::string releases = report.tensorflow;
  if (!report.with_tensorflow.empty()) {
    releases += (releases.empty() ? "" : " as played, and ") + report.with_tensorflow + " itself";
  }
  char sums[320];
  std::snprintf(sums, sizeof(sums),
                "%zu case%s in %.1f s against TensorFlow %s: %d passed, %d failed, %d unsupported, "
                "%d failed as expected, %d passed unexpectedly\n",
                report.results.size(), report.results.size() == 1 ? "" : "s", report.seconds,
                releases.c_str(), report.Count(Outcome::kPass), report.Count(Outcome::kFail),
                report.Count(Outcome::kUnsupported), report.Count(Outcome::kExpectedFailure),
                report.Count(Outcome::kUnexpectedSuccess));
  return text + sums;
}

std::string ExpectedFailures::Read(const std::string& path) {
  std::ifstream file(path);
  if (!file) return "cannot read '" + path + "'";
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const size_t hash = line.find('#');
    const std::string pattern = Trimmed(line.substr(0, hash));
    if (pattern.empty()) continue;
    const std::string reason = hash == std::string::npos ? "" : Trimmed(line.substr(hash + 1));
    if (reason.empty()) {
      return path + ":" + std::to_string(number) + ": say why " + pattern + " may fail: `# why`";
    }
    all_.push_back({pattern, reason});
  }
  return "";
}

Verdict ExpectedFailures::Judge(const Case& test, const Verdict& verdict) const {
  for (const Expected& expected : all_) {
    if (fnmatch(expected.pattern.c_str(), test.name.c_str(), 0) != 0) continue;
    if (verdict.outcome == Outcome::kFail) {
      return {Outcome::kExpectedFailure, expected.reason + ": " + verdict.message};
    }
    if (verdict.outcome == Outcome::kPass) {
      return {Outcome::kUnexpectedSuccess,
              "passes, though '" + expected.pattern + "' is listed to fail: " + expected.reason};
    }
  }
  return verdict;
}

}  // namespace conformance
