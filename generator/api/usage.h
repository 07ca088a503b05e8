// What of a report concerns a project: which of its files mention a change, and whose they are.

#ifndef PLUGINGEN_API_USAGE_H_
#define PLUGINGEN_API_USAGE_H_

#include <set>
#include <string>
#include <vector>

#include "api/change.h"

namespace plugingen::api {

struct ProjectFile {
  std::string path;
  std::string owner;     // "generated", "scaffold", "once", "own"
  bool by_tool = false;  // nobody edited it: `plugingen regenerate` keeps it up to date
  std::string text;
};

struct Project {
  std::vector<ProjectFile> files;
  std::set<std::string> ops;  // that the plugin registers kernels for; none if that is unknown
};

// Leaves those changes in the report that concern the project, with the lines that mention them: of
// an op that it registers kernels for, or what its files mention. What is cosmetic, or about other
// ops, concerns it only where a file of the user's mentions it.
void Narrow(Report& report, const Project& project);

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_USAGE_H_
