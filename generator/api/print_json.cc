#include <string_view>

#include "api/print_report.h"
#include "base/text.h"

namespace plugingen::api {
namespace {

using base::JsonQuoted;

std::string Truth(bool truth) { return truth ? "true" : "false"; }

std::string MentionsJson(const std::vector<Mention>& mentions) {
  std::string text = "[";
  for (const Mention& mention : mentions) {
    text += (text.size() > 1 ? ", " : "") + std::string("{\"path\": ") + JsonQuoted(mention.path) +
            ", \"ownership\": " + JsonQuoted(mention.owner) +
            ", \"regenerate\": " + Truth(mention.by_tool) + ", \"lines\": [";
    for (size_t i = 0; i < mention.lines.size(); ++i) {
      text += (i == 0 ? "" : ", ") + std::to_string(mention.lines[i]);
    }
    text += "]}";
  }
  return text + "]";
}

std::string ChangeJson(const Report& report, const Change& change) {
  std::string text = "  {\"severity\": " + JsonQuoted(SeverityName(change.severity)) +
                     ", \"kind\": " + JsonQuoted(change.kind);
  const auto add = [&text](std::string_view key, const std::string& value) {
    if (!value.empty()) text += ", " + JsonQuoted(key) + ": " + JsonQuoted(value);
  };
  add("name", change.name);
  add("text", change.text);
  add("release", change.release);
  add("was", change.was);
  add("now", change.now);
  add("note", change.note);
  add("advice", change.advice);
  add("evidence", change.evidence);
  if (report.has_project) {
    text += ", \"registered\": " + Truth(change.registered) +
            ", \"files\": " + MentionsJson(change.mentions);
  }
  return text + "}";
}

}  // namespace

std::string PrintJson(const Report& report) {
  std::string text = "{\"from\": " + JsonQuoted(report.from) +
                     ", \"to\": " + JsonQuoted(report.to) + ", \"back\": " + Truth(report.back) +
                     ",\n \"notes\": [";
  for (size_t i = 0; i < report.notes.size(); ++i) {
    text += (i == 0 ? "" : ", ") + JsonQuoted(report.notes[i]);
  }
  text += "],\n \"counts\": {";
  for (const Severity severity : kSeverities) {
    text += (severity == Severity::kBreaking ? "" : ", ") + JsonQuoted(SeverityName(severity)) +
            ": " + std::to_string(report.Count(severity));
  }
  text += "},\n";
  if (report.has_project) {
    text += " \"left_out\": {";
    for (const Severity severity : kSeverities) {
      text += (severity == Severity::kBreaking ? "" : ", ") + JsonQuoted(SeverityName(severity)) +
              ": " + std::to_string(report.elsewhere[static_cast<size_t>(severity)]);
    }
    text += "},\n";
  }
  text += " \"changes\": [";
  for (size_t i = 0; i < report.changes.size(); ++i) {
    text += (i == 0 ? "\n" : ",\n") + ChangeJson(report, report.changes[i]);
  }
  return text + "]}\n";
}

}  // namespace plugingen::api
