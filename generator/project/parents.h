// Checks that the parent folders of a project's files are folders.

#ifndef PLUGINGEN_PROJECT_PARENTS_H_
#define PLUGINGEN_PROJECT_PARENTS_H_

#include <map>
#include <string>

#include "base/file_system.h"

namespace plugingen::project {

// Checks each folder once. Symbolic links count as obstacles, because they can lead out of the
// project.
class Parents {
 public:
  // Both arguments must outlive the object.
  Parents(const std::string& root, const FileSystem& disk) : root_(root), disk_(disk) {}

  // Returns the part of `path` (relative to the root) that has to be a folder and is not, or "".
  std::string InTheWay(const std::string& path);

 private:
  const std::string& root_;
  const FileSystem& disk_;
  std::map<std::string, FileKind, std::less<>> kinds_;
};

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_PARENTS_H_
