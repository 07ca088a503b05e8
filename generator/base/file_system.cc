#include "base/file_system.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/sha256.h"

namespace plugingen {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Fail(std::string_view operation, const std::string& path, const char* reason) {
  throw FileError("cannot " + std::string(operation) + " '" + path + "': " + reason);
}

[[noreturn]] void FailErrno(std::string_view operation, const std::string& path) {
  Fail(operation, path, std::strerror(errno));
}

// Closes what open() gave, on every way out.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  // Closes now, so that an error that only close() reports is seen.
  int Close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd);
  }

 private:
  int fd_;
};

class RealFileSystem : public FileSystem {
 public:
  FileKind Kind(const std::string& path) const override {
    struct stat info;
    if (::lstat(path.c_str(), &info) != 0) {
      if (errno == ENOENT || errno == ENOTDIR) return FileKind::kMissing;
      FailErrno("look at", path);
    }
    if (S_ISREG(info.st_mode)) return FileKind::kFile;
    if (S_ISDIR(info.st_mode)) return FileKind::kDirectory;
    if (S_ISLNK(info.st_mode)) return FileKind::kSymlink;
    return FileKind::kOther;
  }

  std::optional<std::string> Read(const std::string& path) const override {
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0) {
      if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
      FailErrno("read", path);
    }
    struct stat info;
    if (::fstat(file.get(), &info) != 0) FailErrno("read", path);
    if (S_ISDIR(info.st_mode)) Fail("read", path, "it is a folder");
    std::string bytes;
    // One byte more than the size, so that the end of a file that did not grow is seen at once.
    size_t room = static_cast<size_t>(std::max<off_t>(info.st_size, 0)) + 1;
    while (true) {
      const size_t have = bytes.size();
      bytes.resize(have + room);
      const ssize_t got = ::read(file.get(), bytes.data() + have, room);
      if (got < 0 && errno == EINTR) {
        bytes.resize(have);
        continue;
      }
      if (got < 0) FailErrno("read", path);
      bytes.resize(have + static_cast<size_t>(got));
      // A regular file gives all it has; others (/proc, a pipe) are asked until they say that it is
      // all.
      const bool all = S_ISREG(info.st_mode) && info.st_size > 0 && static_cast<size_t>(got) < room;
      if (got == 0 || all) return bytes;
      room = std::max<size_t>(room - static_cast<size_t>(got), 4096);
    }
  }

  std::vector<std::string> List(const std::string& path) const override {
    std::error_code error;
    std::vector<std::string> names;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end;
         entry.increment(error)) {
      names.push_back(entry->path().filename().string());
    }
    if (error) Fail("list", path, error.message().c_str());
    std::sort(names.begin(), names.end());
    return names;
  }

  unsigned Permissions(const std::string& path) const override {
    struct stat info;
    return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 07777U : 0;
  }

  bool IsWritableFolder(const std::string& path) const override {
    return ::faccessat(AT_FDCWD, path.c_str(), W_OK | X_OK, AT_EACCESS) == 0;
  }

  std::string Identity(const std::string& path) const override {
    struct statx info;
    if (::statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_BTIME, &info) != 0) {
      FailErrno("look at", path);
    }
    // Numbers of devices change when a machine starts again; the moment of birth tells disks apart.
    std::string identity = Read("/etc/machine-id").value_or("") + std::to_string(info.stx_ino);
    if ((info.stx_mask & STATX_BTIME) != 0) {
      identity += "/" + std::to_string(info.stx_btime.tv_sec) + "." +
                  std::to_string(info.stx_btime.tv_nsec);
    }
    return Sha256(identity);
  }

  void MakeDirectories(const std::string& path) override {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) Fail("make folder", path, error.message().c_str());
  }

  void Write(const std::string& path, std::string_view bytes, bool executable) override {
    const mode_t mode = executable ? 0777 : 0666;
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode));
    if (file.get() < 0) FailErrno("write", path);
    while (!bytes.empty()) {
      const ssize_t put = ::write(file.get(), bytes.data(), bytes.size());
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) FailErrno("write", path);
      bytes.remove_prefix(static_cast<size_t>(put));
    }
    if (file.Close() != 0) FailErrno("write", path);
  }

  void SetPermissions(const std::string& path, unsigned permissions) override {
    // Some file systems have no permissions to give.
    if (::chmod(path.c_str(), permissions) != 0 && errno != EPERM && errno != ENOTSUP) {
      FailErrno("give permissions to", path);
    }
  }

  void Rename(const std::string& from, const std::string& to) override {
    if (::rename(from.c_str(), to.c_str()) != 0) FailErrno("rename to", to);
  }

  void Exchange(const std::string& a, const std::string& b) override {
    if (::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0) return;
    if (errno != EINVAL && errno != ENOSYS) FailErrno("rename to", b);
    // Some file systems cannot: a second name keeps the one while the other takes its place.
    const std::string kept = a + ".kept";
    if (::link(b.c_str(), kept.c_str()) != 0) FailErrno("link to", kept);
    Rename(a, b);
    Rename(kept, a);
  }

  void Remove(const std::string& path) override {
    if (::remove(path.c_str()) != 0) FailErrno("remove", path);
  }

  void RemoveTree(const std::string& path) override {
    std::error_code error;
    fs::remove_all(path, error);
    if (error) Fail("remove", path, error.message().c_str());
  }

  void Flush(const std::string& folder) override {
    // (syncfs() would be one call, and wait for what other programs write as well.)
    for (const std::string& name : List(folder)) Sync(JoinPath(folder, name));
    Sync(folder);
  }

  void FlushNames(const std::string& folder) override { Sync(folder); }

 private:
  static void Sync(const std::string& path) {
    Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (descriptor.get() < 0) {
      if (errno == EACCES) return;  // a file that its owner may not read is kept all the same
      FailErrno("flush", path);
    }
    // Some file systems have nothing to flush.
    if (::fsync(descriptor.get()) != 0 && errno != EINVAL && errno != ENOTSUP) {
      FailErrno("flush", path);
    }
  }
};

}  // namespace

std::unique_ptr<FileSystem> MakeRealFileSystem() { return std::make_unique<RealFileSystem>(); }

std::string JoinPath(std::string_view base, std::string_view relative) {
  if (base.empty()) return std::string(relative);
  std::string path(base);
  if (path.back() != '/') path += '/';
  path += relative;
  return path;
}

std::string ParentOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return std::string(path.substr(0, slash == std::string_view::npos ? 0 : slash));
}

bool IsSafeRelativePath(std::string_view path) {
  if (path.empty() || path.front() == '/') return false;
  if (path.find('\\') != std::string_view::npos || path.find('\0') != std::string_view::npos) {
    return false;
  }
  while (true) {
    const size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    if (part.empty() || part == "." || part == "..") return false;
    if (slash == path.size()) return true;
    path.remove_prefix(slash + 1);
  }
}

}  // namespace plugingen
