#include "base/replace_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "base/file_system.h"
#include "base/text.h"

namespace plugingen {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Fail(const std::string& path) {
  const int reason = errno;
  throw FileError("cannot write " + base::Quoted(path) + ": " + std::strerror(reason));
}

// A temporary file that is removed unless it is kept.
class Draft {
 public:
  Draft(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  ~Draft() {
    if (fd_ >= 0) ::close(fd_);
    if (!kept_) ::unlink(path_.c_str());
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  int fd() const { return fd_; }
  const std::string& path() const { return path_; }

  // Errors name `shown`. Returns after the text has been flushed to the device.
  void Write(std::string_view text, const std::string& shown) {
    while (!text.empty()) {
      const ssize_t put = ::write(fd_, text.data(), text.size());
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) Fail(shown);
      text.remove_prefix(static_cast<size_t>(put));
    }
    // Some file systems do not support fsync().
    if (::fsync(fd_) != 0 && errno != EINVAL && errno != ENOTSUP) Fail(shown);
    const int fd = fd_;
    fd_ = -1;
    if (::close(fd) != 0) Fail(shown);
  }

  void Keep() { kept_ = true; }

 private:
  int fd_;
  std::string path_;
  bool kept_ = false;
};

// The prefix of the temporary names for a file.
std::string DraftPrefix(const std::string& path) {
  return "." + fs::path(path).filename().string() + ".plugingen-";
}

// Removes what killed runs left. This run has locked the folder, so no other run uses them.
void RemoveOldDrafts(const std::string& path) {
  constexpr size_t kRandomLetters = 6;
  const std::string prefix = DraftPrefix(path);
  std::error_code error;
  for (fs::directory_iterator entry(FolderOfFile(path), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(prefix) || name.size() != prefix.size() + kRandomLetters) continue;
    std::error_code ignored;
    fs::remove(entry->path(), ignored);
  }
}

}  // namespace

std::string RefusalToReplace(const std::string& path) {
  constexpr mode_t kAnyMayWrite = 0222;
  struct stat info;
  if (::lstat(path.c_str(), &info) != 0) return "no longer exists";
  if (S_ISLNK(info.st_mode)) return "is a link; change the file that it points to";
  if (!S_ISREG(info.st_mode)) return "is not a regular file";
  if ((info.st_mode & kAnyMayWrite) == 0) return "is read-only";
  // The other names would keep the old text.
  if (info.st_nlink > 1) return "has other names (hard links); replace it by a copy first";
  return "";
}

bool ReplaceFile(const std::string& path, std::string_view before, std::string_view text) {
  const std::unique_ptr<FileSystem> disk = MakeRealFileSystem();
  RemoveOldDrafts(path);
  const std::string folder = FolderOfFile(path);
  struct stat info;
  if (::stat(path.c_str(), &info) != 0) Fail(path);
  std::string name = JoinPath(folder, DraftPrefix(path) + "XXXXXX");
  const int fd = ::mkostemp(name.data(), O_CLOEXEC);  // never opens an existing file
  if (fd < 0) Fail(path);
  Draft draft(fd, name);
  // Only root can change the owner, but the user may belong to several groups.
  const bool as_owned = ::fchown(fd, info.st_uid, info.st_gid) == 0 ||
                        ::fchown(fd, static_cast<uid_t>(-1), info.st_gid) == 0;
  const mode_t mode = info.st_mode & (as_owned ? 07777U : 0777U);
  // Some file systems have no permissions.
  if (::fchmod(fd, mode) != 0 && errno != EPERM && errno != ENOTSUP) Fail(path);
  draft.Write(text, path);
  // Editors do not respect the lock, so the file is compared again.
  if (!RefusalToReplace(path).empty() || disk->Read(path) != before) return false;
  if (::rename(draft.path().c_str(), path.c_str()) != 0) Fail(path);
  draft.Keep();
  disk->FlushNames(folder);
  return true;
}

bool MakeFile(const std::string& path, std::string_view text) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0 && errno == EEXIST) return false;
  if (fd < 0) Fail(path);
  Draft draft(fd, path);
  draft.Write(text, path);
  draft.Keep();
  return true;
}

std::string FolderOfFile(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

}  // namespace plugingen
