#include "base/temporary_folder.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/text.h"

namespace plugingen {

std::string FolderForTemporaries() {
  std::error_code error;
  const std::string folder = std::filesystem::temp_directory_path(error).string();
  if (!error) return folder;
  // The order of the standard library.
  for (const char* const variable : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"}) {
    if (const char* const named = std::getenv(variable)) {
      throw FileError("there is no folder " + base::Quoted(named) + ", which " + variable +
                      " names for temporary files");
    }
  }
  throw FileError("there is no folder '/tmp' for temporary files; set TMPDIR to another one");
}

TemporaryFolder::TemporaryFolder(FileSystem& disk, const std::string& parent,
                                 std::string_view prefix)
    : disk_(disk), path_(JoinPath(parent, std::string(prefix) + "XXXXXX")) {
  if (::mkdtemp(path_.data()) == nullptr) {
    throw FileError("cannot write into '" + parent + "': " + std::strerror(errno));
  }
}

TemporaryFolder::~TemporaryFolder() {
  try {
    disk_.RemoveTree(path_);
  } catch (const FileError&) {  // the folder stays
  }
}

}  // namespace plugingen
