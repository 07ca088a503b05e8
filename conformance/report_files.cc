// Reports as files: JSON, JUnit's XML, and a page of HTML.

#include <cstdio>

#include "report.h"

namespace conformance {
namespace {

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", static_cast<unsigned>(c) & 0xffu);
      quoted += escape;
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      quoted += '?';  // a plugin's bytes, of which nobody knows the encoding
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

std::string Seconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3f", seconds);
  return text;
}

std::string GroupOf(const Case& test) { return test.name.substr(0, test.name.find('/')); }

// Groups in the order in which they come first.
std::vector<std::pair<std::string, std::vector<const Finished*>>> ByGroup(const Report& report) {
  std::vector<std::pair<std::string, std::vector<const Finished*>>> groups;
  std::map<std::string, size_t> places;
  for (const Finished& result : report.results) {
    const std::string group = GroupOf(*result.test);
    const auto [place, is_new] = places.emplace(group, groups.size());
    if (is_new) groups.push_back({group, {}});
    groups[place->second].second.push_back(&result);
  }
  return groups;
}

constexpr char kStyle[] =
    "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em}"
    "table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;"
    "padding:.3em .6em;border-top:1px solid #8884}pre{white-space:pre-wrap;margin:.3em 0}"
    ".pass{color:#177245}.fail,.unexpected{color:#b3261e;font-weight:bold}"
    ".unsupported,.expected{color:#6b6b6b}code{font-size:.9em}"
    "@media(prefers-color-scheme:dark){body{background:#1b1b1b;color:#ddd}.pass{color:#7bc99b}"
    ".fail,.unexpected{color:#ff8a80}}";

}  // namespace

std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '&':
        escaped += "&amp;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default: {
        const auto byte = static_cast<unsigned char>(c);
        escaped += (byte < 0x20 && c != '\n' && c != '\t') || byte >= 0x7f ? '?' : c;
      }
    }
  }
  return escaped;
}

std::string JsonText(const Report& report) {
  std::string text = "{\n  \"plugin\": " + Quoted(report.plugin) +
                     ",\n  \"tensorflow\": " + Quoted(report.tensorflow) +
                     ",\n  \"with_tensorflow\": " + Quoted(report.with_tensorflow) +
                     ",\n  \"seconds\": " + Seconds(report.seconds) + ",\n  \"counts\": {";
  for (const Outcome outcome : {Outcome::kPass, Outcome::kFail, Outcome::kUnsupported,
                                Outcome::kExpectedFailure, Outcome::kUnexpectedSuccess}) {
    text += (outcome == Outcome::kPass ? "" : ", ") + Quoted(OutcomeName(outcome)) + ": " +
            std::to_string(report.Count(outcome));
  }
  text += "},\n  \"cases\": [";
  for (size_t i = 0; i < report.results.size(); ++i) {
    const Finished& result = report.results[i];
    text += i == 0 ? "\n    {" : ",\n    {";
    text += "\"name\": " + Quoted(result.test->name);
    text += ", \"verdict\": " + Quoted(OutcomeName(result.verdict.outcome));
    text += ", \"message\": " + Quoted(result.verdict.message);
    text += ", \"sentence\": " + Quoted(result.test->sentence);
    text += ", \"source\": " + Quoted(result.test->source);
    text += ", \"seed\": " + std::to_string(result.seed);
    text += ", \"seconds\": " + Seconds(result.seconds) + "}";
  }
  return text + "\n  ]\n}\n";
}

std::string JUnitText(const Report& report) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (const auto& [group, results] : ByGroup(report)) {
    int failures = 0;
    int skipped = 0;
    for (const Finished* result : results) {
      if (IsBad(result->verdict.outcome)) ++failures;
      if (!IsBad(result->verdict.outcome) && result->verdict.outcome != Outcome::kPass) ++skipped;
    }
    text += "  <testsuite name=\"" + Escaped(group) + "\" tests=\"" +
            std::to_string(results.size()) + "\" failures=\"" + std::to_string(failures) +
            "\" skipped=\"" + std::to_string(skipped) + "\">\n";
    for (const Finished* result : results) {
      const Verdict& verdict = result->verdict;
      text += "    <testcase classname=\"" + Escaped(group) + "\" name=\"" +
              Escaped(result->test->name) + "\" time=\"" + Seconds(result->seconds) + "\"";
      if (verdict.outcome == Outcome::kPass) {
        text += "/>\n";
        continue;
      }
      const char* const tag = IsBad(verdict.outcome) ? "failure" : "skipped";
      text += std::string("><") + tag + " message=\"" + Escaped(verdict.message) + "\">";
      if (IsBad(verdict.outcome)) text += Escaped(FailureText(report, *result));
      text += std::string("</") + tag + "></testcase>\n";
    }
    text += "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

std::string HtmlText(const Report& report) {
  std::string text =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width\"><title>Conformance of " +
      Escaped(report.plugin) + "</title><style>" + kStyle + "</style></head><body>\n<h1>" +
      (report.failed() ? "Does not conform" : "Conforms") + "</h1>\n<p><code>" +
      Escaped(report.plugin) + "</code></p>\n<pre>" + Escaped(SummaryText(report)) + "</pre>\n";
  for (const auto& [group, results] : ByGroup(report)) {
    bool bad = false;
    for (const Finished* result : results) bad = bad || IsBad(result->verdict.outcome);
    text += "<details" + std::string(bad ? " open" : "") + "><summary><b>" + Escaped(group) +
            "</b>, " + std::to_string(results.size()) + " cases</summary><table>\n";
    for (const Finished* result : results) {
      const std::string name = OutcomeName(result->verdict.outcome);
      text += "<tr><td class=\"" + name.substr(0, name.find(' ')) + "\">" + name +
              "</td><td><code>" + Escaped(result->test->name) + "</code></td><td>" +
              Escaped(result->test->sentence);
      if (!result->verdict.message.empty()) {
        text += "<pre>" + Escaped(result->verdict.message) + "</pre>";
      }
      if (IsBad(result->verdict.outcome)) {
        text += "<p>Why: " + Escaped(result->test->source) + "</p><pre>" +
                Escaped(ReproduceLine(report, *result)) + "</pre>";
      }
      text += "</td></tr>\n";
    }
    text += "</table></details>\n";
  }
  return text + "</body></html>\n";
}

}  // namespace conformance
