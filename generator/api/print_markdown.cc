#include <string_view>

#include "api/groups.h"
#include "api/print_report.h"
#include "base/text.h"

namespace plugingen::api {
namespace {

std::string Code(std::string_view text) { return "`" + std::string(text) + "`"; }

std::string Names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + Code(name);
  return text;
}

std::string GroupMarkdown(const Report& report, const Group& group) {
  const Change& change = *group.first;
  std::string text = "* ";
  if (!change.name.empty()) {
    text +=
        (group.names.size() == 1 ? change.kind + " " + Names(group.names) : group.Subject()) + ": ";
  }
  text += group.Sentence();
  if (!change.release.empty() && change.release != report.to) text += " (" + change.release + ")";
  text += "\n";
  const auto add = [&text](std::string_view title, const std::string& value) {
    if (!value.empty()) text += "  * " + std::string(title) + value + "\n";
  };
  if (group.names.size() > 1) add("", Names(group.names));
  add("was ", change.was.empty() ? "" : Code(change.was));
  add(change.was.empty() ? "" : "now ", change.now.empty() ? "" : Code(change.now));
  add("", change.note);
  add("**Write:** ", change.advice);
  add("Seen: ", change.evidence);
  if (group.registered) add("", "The plugin registers kernels for it.");
  for (const std::string& file : group.UserFiles()) add("Yours: ", file);
  add(ToolFilesTitle(report), group.ToolFiles());
  return text;
}

}  // namespace

std::string PrintMarkdown(const Report& report) {
  std::string text = "## " + ReleasesTitle(report) + "\n\n";
  for (const std::string& note : report.notes) text += note + "\n\n";
  for (const Severity severity : kSeverities) {
    const std::vector<Group> groups = Grouped(report, severity);
    if (groups.empty()) continue;
    std::string title(SeverityName(severity));
    title.front() = base::ToUpper(title.substr(0, 1)).front();
    text += "### " + title + ": " + SeverityTitle(report, severity) + "\n\n";
    for (const Group& group : groups) text += GroupMarkdown(report, group);
    text += "\n";
  }
  if (report.changes.empty()) {
    text += report.has_project ? "Nothing concerns the project.\n\n" : "Nothing changed.\n\n";
  }
  if (const std::string elsewhere = ElsewhereText(report); !elsewhere.empty()) {
    text += elsewhere + "\n\n";
  }
  text.pop_back();
  return text;
}

}  // namespace plugingen::api
