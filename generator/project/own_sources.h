// The sources in a project that are not as plugingen writes them: files of the owner's, and files
// that the owner edited. What they include has to be in the project's library.

#ifndef PLUGINGEN_PROJECT_OWN_SOURCES_H_
#define PLUGINGEN_PROJECT_OWN_SOURCES_H_

#include <map>
#include <string>

#include "base/file_system.h"
#include "project/lock.h"
#include "project/plan.h"

namespace plugingen::project {

using OwnSources = std::map<std::string, std::string>;  // texts by path

// Reads the C++, the device programs and the CMake files in the folders that a build reads, and
// ejected files of the library. Leaves out what plugingen wrote and the user did not edit.
OwnSources ReadOwnSources(const std::string& root, const Lock& lock, const FileSystem& disk);

// Returns the same as it will be after the run.
OwnSources AfterRun(OwnSources sources, const Plan& plan);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_OWN_SOURCES_H_
