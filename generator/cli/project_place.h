// Finds the project and the files that a command refers to. As with git and cargo, a command works
// anywhere inside a project and accepts paths as the shell completes them.

#ifndef PLUGINGEN_CLI_PROJECT_PLACE_H_
#define PLUGINGEN_CLI_PROJECT_PLACE_H_

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/project_folder.h"

namespace plugingen::cli {

// Returns `given` if the user named a folder. Otherwise returns the current folder if it is a
// project, or the nearest project above it, as "../..", with a note unless `quiet`. Returns "." if
// there is none.
std::string FolderOfProject(const std::string& given, bool quiet, Console& console);

// Makes each path relative to the project. A path first means the file of this name in the project,
// then the file of this name in the current folder. An absolute path and a path that starts with
// "./" or "../" only has the second meaning. A path to no file does not change.
void MakeRelativeToProject(std::vector<std::string>& paths, ProjectFolder& project);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_PROJECT_PLACE_H_
