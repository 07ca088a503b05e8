#include "cli/test_results.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/lines.h"
#include "base/text.h"

namespace plugingen::cli {
namespace {

std::string Unescaped(std::string_view xml) {
  std::string text(xml);
  for (const auto& [entity, character] :
       {std::pair("&lt;", "<"), std::pair("&gt;", ">"), std::pair("&quot;", "\""),
        std::pair("&apos;", "'"), std::pair("&amp;", "&")}) {
    text = base::ReplaceAll(text, entity, character);
  }
  return text;
}

// Returns the text between `begin` and `end`, or "" if one is missing.
std::string_view Between(std::string_view text, std::string_view begin, std::string_view end) {
  const size_t at = text.find(begin);
  if (at == std::string_view::npos) return "";
  text.remove_prefix(at + begin.size());
  return text.substr(0, text.find(end));
}

std::string Attribute(std::string_view tag, const std::string& name) {
  return Unescaped(Between(tag, " " + name + "=\"", "\""));
}

// Finds the reason in CTest's last lines: "\t  2 - kernels (Timeout)".
std::string ReasonOf(const std::string& name, std::string_view printed) {
  const size_t summary = printed.rfind("The following tests FAILED:");
  const std::string_view reason = summary == std::string_view::npos
                                      ? ""
                                      : Between(printed.substr(summary), " - " + name + " (", ")");
  return reason.empty() ? "Failed" : std::string(reason);
}

std::string WordFor(std::string_view tag, std::string_view body, const std::string& name,
                    std::string_view printed) {
  const std::string status = Attribute(tag, "status");
  if (status == "run") return "passed";
  if (status == "disabled") return "disabled";
  // The test itself asked to be skipped. Otherwise CTest could not run it.
  if (status == "notrun" && body.find("<skipped message=\"SKIP_") != std::string_view::npos) {
    return "Skipped";
  }
  return ReasonOf(name, printed);
}

// Extracts the reason from a line of unittest: "test_gelu (__main__.Ops.test_gelu) ... skipped 'no
// kernel'".
std::string_view SkipOfUnittest(std::string_view line) {
  constexpr std::string_view kMark = " ... skipped ";
  const size_t at = line.find(kMark);
  if (at == std::string_view::npos) return "";
  std::string_view reason = line.substr(at + kMark.size());
  const bool quoted = reason.size() >= 2 && reason.front() == reason.back() &&
                      (reason.front() == '\'' || reason.front() == '"');
  return quoted ? reason.substr(1, reason.size() - 2) : reason;
}

std::vector<std::string> SkipsIn(const std::string& output) {
  std::vector<std::string> reasons;
  bool follows = false;  // GoogleTest prints the reason in the line after "file.cc:12: Skipped"
  for (const std::string_view whole : base::SplitLines(output)) {
    const std::string_view line = base::Trim(whole);
    const std::string_view reason = follows ? line : SkipOfUnittest(line);
    follows = line.ends_with(": Skipped");
    if (reason.empty() || std::find(reasons.begin(), reasons.end(), reason) != reasons.end()) {
      continue;
    }
    reasons.emplace_back(reason);
  }
  return reasons;
}

}  // namespace

std::vector<TestResult> ReadTestResults(const std::string& junit, const std::string& printed) {
  std::vector<TestResult> results;
  constexpr std::string_view kBegin = "<testcase ";
  constexpr std::string_view kEnd = "</testcase>";
  std::string_view rest = junit;
  for (size_t at = rest.find(kBegin); at != std::string_view::npos; at = rest.find(kBegin)) {
    rest.remove_prefix(at);
    const std::string_view element = rest.substr(0, rest.find(kEnd));
    rest.remove_prefix(element.size());
    const std::string_view tag = element.substr(0, element.find('>'));
    TestResult result;
    result.name = Attribute(tag, "name");
    result.word = WordFor(tag, element, result.name, printed);
    char seconds[32];
    std::snprintf(seconds, sizeof(seconds), "%.2f",
                  std::strtod(Attribute(tag, "time").c_str(), nullptr));
    result.seconds = seconds;
    std::string output = Unescaped(Between(element, "<system-out>", "</system-out>"));
    if (result.passed()) result.skips = SkipsIn(output);
    if (result.failed()) {
      if (!output.empty() && !output.ends_with('\n')) output += '\n';
      result.output = std::move(output);
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace plugingen::cli
