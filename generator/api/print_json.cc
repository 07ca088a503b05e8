#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "api/print_report.h"
#include "base/json.h"

namespace plugingen::api {
namespace {

using base::Json;

Json MentionsJson(const std::vector<Mention>& mentions) {
  Json list = Json::array();
  for (const Mention& mention : mentions) {
    list.push_back({{"path", mention.path},
                    {"ownership", mention.owner},
                    {"regenerate", mention.by_tool},
                    {"lines", mention.lines}});
  }
  return list;
}

Json ChangeJson(const Report& report, const Change& change) {
  Json object = {{"severity", SeverityName(change.severity)}, {"kind", change.kind}};
  const auto add = [&object](const char* key, const std::string& value) {
    if (!value.empty()) object[key] = value;
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
    object["registered"] = change.registered;
    object["files"] = MentionsJson(change.mentions);
  }
  return object;
}

}  // namespace

std::string PrintJson(const Report& report) {
  Json json = {
      {"from", report.from}, {"to", report.to}, {"back", report.back}, {"notes", report.notes}};
  const auto add_counts = [&json](const char* key, const auto& count_of) {
    Json& counts = json[key] = Json::object();
    for (const Severity severity : kSeverities) {
      counts[SeverityName(severity)] = count_of(severity);
    }
  };
  add_counts("counts", [&report](Severity severity) { return report.Count(severity); });
  if (report.has_project) {
    add_counts("left_out", [&report](Severity severity) {
      return report.elsewhere[static_cast<size_t>(severity)];
    });
  }
  Json& changes = json["changes"] = Json::array();
  for (const Change& change : report.changes) changes.push_back(ChangeJson(report, change));
  return base::JsonText(json, /*levels=*/2) + "\n";
}

}  // namespace plugingen::api
