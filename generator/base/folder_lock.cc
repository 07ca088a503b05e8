#include "base/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace plugingen {
namespace {

int OpenFolder(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

// True if the open folder is still the one at this path.
bool IsAt(int fd, const std::string& path) {
  struct stat open;
  struct stat named;
  return ::fstat(fd, &open) == 0 && ::stat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

// Returns the folder, or with `above` the nearest existing parent; "" if there is none.
std::string FolderToLock(const std::string& folder, bool above) {
  std::filesystem::path path = folder;
  std::error_code error;
  while (!std::filesystem::is_directory(path, error)) {
    if (!above || !path.has_parent_path() || path == path.parent_path()) return "";
    path = path.parent_path();
  }
  return path.string();
}

}  // namespace

FolderLock::FolderLock(const std::string& folder, Mode mode,
                       const std::function<void(const std::string&)>& on_wait) {
  const int operation = mode == Mode::kShared ? LOCK_SH : LOCK_EX;
  bool said = false;
  while (true) {
    const std::string path = FolderToLock(folder, mode == Mode::kExclusive);
    fd_ = path.empty() ? -1 : OpenFolder(path);
    if (fd_ < 0) return;
    if (::flock(fd_, operation | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      if (on_wait && !said) on_wait(path);
      said = true;
      while (::flock(fd_, operation) != 0 && errno == EINTR) {
      }
    }
    // Another run may have created or removed the folder meanwhile.
    if (IsAt(fd_, path) && FolderToLock(folder, mode == Mode::kExclusive) == path) return;
    ::close(fd_);
  }
}

FolderLock::~FolderLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace plugingen
