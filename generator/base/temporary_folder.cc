#include "base/temporary_folder.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace plugingen {

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
  } catch (const FileError&) {  // it stays behind
  }
}

}  // namespace plugingen
