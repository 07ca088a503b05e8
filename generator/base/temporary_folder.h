// A folder for temporary files.

#ifndef PLUGINGEN_BASE_TEMPORARY_FOLDER_H_
#define PLUGINGEN_BASE_TEMPORARY_FOLDER_H_

#include <string>
#include <string_view>

#include "base/file_system.h"

namespace plugingen {

// Returns $TMPDIR or /tmp. Throws FileError if it is no folder.
std::string FolderForTemporaries();

// Creates a folder in `parent` on the real disk, with a new name that starts with `prefix`. The
// destructor removes it with its content. Throws FileError if it cannot be created.
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
