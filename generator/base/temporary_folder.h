// A folder for work in between.

#ifndef PLUGINGEN_BASE_TEMPORARY_FOLDER_H_
#define PLUGINGEN_BASE_TEMPORARY_FOLDER_H_

#include <string>
#include <string_view>

#include "base/file_system.h"

namespace plugingen {

// Where programs put such folders: what $TMPDIR names, or /tmp. Throws FileError if that is none.
std::string FolderForTemporaries();

// Made in `parent` of the real disk, under a new name that begins with `prefix`, and removed with
// what is in it when this goes. Throws FileError if it cannot be made.
class TemporaryFolder {
 public:
  TemporaryFolder(FileSystem& disk, const std::string& parent, std::string_view prefix);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string Path(std::string_view name) const { return JoinPath(path_, name); }

 private:
  FileSystem& disk_;
  std::string path_;
};

}  // namespace plugingen

#endif  // PLUGINGEN_BASE_TEMPORARY_FOLDER_H_
