// The files below a folder of a project.

#ifndef PLUGINGEN_PROJECT_FILES_BELOW_H_
#define PLUGINGEN_PROJECT_FILES_BELOW_H_

#include <functional>
#include <string>
#include <vector>

#include "base/file_system.h"

namespace plugingen::project {

// A path relative to the project, and what is there: anything but a folder.
struct FileBelow {
  std::string path;
  FileKind kind;
};

// Returns what is below the folder, which is relative to the root, or nothing if it is no folder.
// Does not follow links. Does not enter folders for which is_left_out(path, name) is true.
std::vector<FileBelow> FilesBelow(
    const FileSystem& disk, const std::string& root, const std::string& folder,
    const std::function<bool(const std::string& path, const std::string& name)>& is_left_out);

// True for hidden folders, and for those in which Python keeps what it compiles.
bool IsHiddenOrCache(const std::string& path, const std::string& name);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_FILES_BELOW_H_
