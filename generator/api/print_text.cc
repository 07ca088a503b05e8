#include <string_view>

#include "api/groups.h"
#include "api/print_report.h"
#include "base/wrap.h"

namespace plugingen::api {
namespace {

using base::Wrapped;

std::string FirstLine(const Report& report, const Group& group) {
  const Change& change = *group.first;
  std::string text = group.Subject();
  if (!text.empty()) text += ": ";
  text += group.Sentence();
  // Between adjacent releases the release is obvious.
  if (!change.release.empty() && change.release != report.to) text += " (" + change.release + ")";
  return Wrapped("  ", 4, text);
}

std::string GroupText(const Report& report, const Group& group) {
  const Change& change = *group.first;
  std::string text = FirstLine(report, group);
  if (const std::string names = group.Names(); !names.empty()) text += Wrapped("      ", 6, names);
  if (!change.was.empty()) text += Wrapped("      was: ", 11, change.was);
  if (!change.now.empty()) {
    text += Wrapped(change.was.empty() ? "      " : "      now: ", 11, change.now);
  }
  if (!change.note.empty()) text += Wrapped("      ", 6, change.note);
  if (!change.advice.empty()) text += Wrapped("      write: ", 13, change.advice);
  if (!change.evidence.empty()) text += Wrapped("      seen: ", 12, change.evidence);
  if (group.registered) text += "      The plugin registers kernels for it.\n";
  for (const std::string& file : group.UserFiles()) text += Wrapped("      yours: ", 13, file);
  if (const std::string files = group.ToolFiles(); !files.empty()) {
    text += Wrapped("      " + std::string(ToolFilesTitle(report)), 8, files);
  }
  return text;
}

}  // namespace

std::string PrintText(const Report& report) {
  std::string text = ReleasesTitle(report) + (report.has_project ? ", what concerns the project\n"
                                                                 : ", as plugins see it\n");
  for (const std::string& note : report.notes) text += Wrapped("note: ", 6, note);
  for (const Severity severity : kSeverities) {
    const std::vector<Group> groups = Grouped(report, severity);
    if (groups.empty()) continue;
    text += "\n" + std::string(SeverityName(severity)) + " (" +
            std::to_string(report.Count(severity)) + "): " + SeverityTitle(report, severity) +
            "\n\n";
    for (const Group& group : groups) text += GroupText(report, group);
  }
  if (report.changes.empty()) {
    text += report.has_project ? "\nNothing concerns the project.\n" : "\nNothing changed.\n";
  }
  if (const std::string elsewhere = ElsewhereText(report); !elsewhere.empty()) {
    text += "\n" + Wrapped("", 0, elsewhere);
  }
  return text;
}

}  // namespace plugingen::api
