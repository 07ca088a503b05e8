// Changes as the printers tell them: what happened to several names in the same way is told once.

#ifndef PLUGINGEN_API_GROUPS_H_
#define PLUGINGEN_API_GROUPS_H_

#include <string>
#include <string_view>
#include <vector>

#include "api/change.h"

namespace plugingen::api {

struct Group {
  const Change* first = nullptr;  // tells all but the names
  std::vector<std::string> names;
  // Of all of them, by path.
  std::vector<Mention> mentions;
  bool registered = false;
  bool mixed = false;  // not all of one kind

  // "function TF_GetStream", "12 functions": how a line about the group begins.
  std::string Subject() const;
  // What happened, in the plural for several names.
  std::string Sentence() const;
  // "TF_GetStream, TF_NewStatus": what a line leaves to another; "" for one name.
  std::string Names() const;
  // The files that are plugingen's to keep up to date.
  std::string ToolFiles() const;
  // The others, "src/driver/driver.cc:12, 40".
  std::vector<std::string> UserFiles() const;
};

// The changes of one severity, in order.
std::vector<Group> Grouped(const Report& report, Severity severity);

// What a severity means, for the head of its part of the report.
std::string SeverityTitle(const Report& report, Severity severity);

// What the line that names Group::ToolFiles() begins with.
std::string_view ToolFilesTitle(const Report& report);

// "2.12 to 2.15".
std::string ReleasesTitle(const Report& report);

// What was left out because it does not concern the project; "" where nothing was.
std::string ElsewhereText(const Report& report);

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_GROUPS_H_
