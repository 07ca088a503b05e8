// Groups changes for the printers, so that the same change of several names is printed once.

#ifndef PLUGINGEN_API_GROUPS_H_
#define PLUGINGEN_API_GROUPS_H_

#include <string>
#include <string_view>
#include <vector>

#include "api/change.h"

namespace plugingen::api {

struct Group {
  const Change* first = nullptr;  // describes all but the names
  std::vector<std::string> names;
  // Of all changes in the group, sorted by path.
  std::vector<Mention> mentions;
  bool registered = false;
  bool mixed = false;  // the names have different kinds

  // Returns the start of the group's line: "function TF_GetStream", "12 functions".
  std::string Subject() const;
  // Returns what happened, in the plural for several names.
  std::string Sentence() const;
  // Returns the names for a line of their own, "TF_GetStream, TF_NewStatus", or "" for a single
  // name.
  std::string Names() const;
  // Returns the files that plugingen updates.
  std::string ToolFiles() const;
  // Returns the other files with their lines: "src/driver/driver.cc:12, 40".
  std::vector<std::string> UserFiles() const;
};

// Returns the changes of one severity, in order.
std::vector<Group> Grouped(const Report& report, Severity severity);

// Returns the heading for a severity.
std::string SeverityTitle(const Report& report, Severity severity);

// Returns the start of the line with Group::ToolFiles().
std::string_view ToolFilesTitle(const Report& report);

// Returns "2.12 to 2.15".
std::string ReleasesTitle(const Report& report);

// Describes the changes that were left out because they do not affect the project; "" if there are
// none.
std::string ElsewhereText(const Report& report);

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_GROUPS_H_
