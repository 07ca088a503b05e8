// Whether the folders on the way to a project's files are folders.

#ifndef PLUGINGEN_PROJECT_PARENTS_H_
#define PLUGINGEN_PROJECT_PARENTS_H_

#include <map>
#include <string>

#include "base/file_system.h"

namespace plugingen::project {

// Looks at each folder once. A link on the way to a file would lead out of the project.
class Parents {
 public:
  // Both have to live as long.
  Parents(const std::string& root, const FileSystem& disk) : root_(root), disk_(disk) {}

  // A part of `path` (relative to the root) that is not a folder though it has to be one; "" when
  // there is none.
  std::string InTheWay(const std::string& path);

 private:
  const std::string& root_;
  const FileSystem& disk_;
  std::map<std::string, FileKind, std::less<>> kinds_;
};

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_PARENTS_H_
