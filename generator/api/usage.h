// Finds the changes of a report that affect a project, with the files that mention them and their
// owners.

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
  bool by_tool = false;  // unedited, so `plugingen regenerate` updates it
  std::string text;
};

struct Project {
  std::vector<ProjectFile> files;
  std::set<std::string> ops;  // ops with kernels of the plugin; empty if unknown
};

// Keeps the changes that affect the project, with the lines that mention them: changes of ops for
// which it registers kernels, and of names in its files. Cosmetic changes, and changes of other
// ops, count only if a file of the user's mentions them.
void Narrow(Report& report, const Project& project);

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_USAGE_H_
