// Which project a command means, and which of its files: as git and cargo have it, anywhere inside
// the project will do, and paths may be as a shell completes them.

#ifndef PLUGINGEN_CLI_PROJECT_PLACE_H_
#define PLUGINGEN_CLI_PROJECT_PLACE_H_

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/project_folder.h"

namespace plugingen::cli {

// `given` if the user named a folder. Else the current folder if it is a project, or the nearest
// project above it, as "../..", with a note unless `quiet`. "." where there is none.
std::string FolderOfProject(const std::string& given, bool quiet, Console& console);

// Makes each path relative to the project. What has the name in the project is meant; what has it
// in the current folder is where the project has nothing of that name, and for absolute paths and
// those that begin with "./" or "../". A path that names nothing stays.
void MakeRelativeToProject(std::vector<std::string>& paths, ProjectFolder& project);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_PROJECT_PLACE_H_
