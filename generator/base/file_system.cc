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

// The temporary name of a file during Exchange().
std::string KeptName(const std::string& path) { return path + ".kept"; }

bool IsRoot() { return ::geteuid() == 0; }

// The numbers of a mount and, for folders, of the device. A mount can have several devices, and a
// union file system gives files another device than folders.
struct MountAndDevice {
  unsigned long long mount = 0;
  unsigned long long device = 0;

  friend bool operator==(const MountAndDevice&, const MountAndDevice&) = default;
};

// (Older headers and kernels lack these.)
#ifdef STATX_MNT_ID
constexpr unsigned kMountId = STATX_MNT_ID;
constexpr unsigned kMountRoot = STATX_ATTR_MOUNT_ROOT;
#else
constexpr unsigned kMountId = 0;
constexpr unsigned kMountRoot = 0;
#endif

struct statx StatusOf(const std::string& path, unsigned mask) {
  struct statx info {};
  if (::statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, mask, &info) != 0) {
    if (errno != ENOENT && errno != ENOTDIR) FailErrno("access", path);
    info.stx_mode = 0;
  }
  return info;
}

// Closes a file descriptor on every path.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  // Closes now, to report an error of close().
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
      FailErrno("access", path);
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
    // One byte more than the size, to detect the end of a file that did not grow with one read.
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
      // A regular file returns everything at once. Others (/proc, a pipe) have to be read until the
      // end.
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

  std::string RefusalToRenaming(const std::string& path) const override {
    const struct statx info = StatusOf(path, STATX_MODE | STATX_UID);
    if ((info.stx_attributes & kMountRoot) != 0) return std::strerror(EBUSY);
    if ((info.stx_attributes & (STATX_ATTR_IMMUTABLE | STATX_ATTR_APPEND)) != 0) {
      return std::strerror(EPERM);
    }
    if (info.stx_mode == 0 || IsRoot() || info.stx_uid == ::geteuid()) return "";
    // Another user's file in a folder with the sticky bit, such as /tmp, cannot be renamed.
    struct stat folder;
    if (::stat(FolderOf(path).c_str(), &folder) != 0) FailErrno("access", FolderOf(path));
    const bool is_kept = (folder.st_mode & S_ISVTX) != 0 && folder.st_uid != ::geteuid();
    return is_kept ? std::strerror(EPERM) : "";
  }

  bool AreOnOneMount(const std::string& a, const std::string& b) const override {
    return MountOf(a) == MountOf(b);
  }

  std::string Identity(const std::string& path) const override {
    struct statx info;
    if (::statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_BTIME, &info) != 0) {
      FailErrno("access", path);
    }
    // Device numbers change when a machine restarts, so the creation time distinguishes disks.
    std::string identity = Read("/etc/machine-id").value_or("") + std::to_string(info.stx_ino);
    if ((info.stx_mask & STATX_BTIME) != 0) {
      identity += "/" + std::to_string(info.stx_btime.tv_sec) + "." +
                  std::to_string(info.stx_btime.tv_nsec);
    }
    return Sha256(identity);
  }

  void MakeDirectories(const std::string& path) override {
    std::vector<std::string> missing;
    if (IsRoot()) {
      for (std::string above = path; !above.empty() && Kind(above) == FileKind::kMissing;
           above = ParentOf(above)) {
        missing.push_back(above);
      }
    }
    std::error_code error;
    fs::create_directories(path, error);
    if (error) Fail("make folder", path, error.message().c_str());
    while (!missing.empty()) {
      GiveToOwnerOfFolder(missing.back());
      missing.pop_back();
    }
  }

  void Write(const std::string& path, std::string_view bytes, bool executable) override {
    const mode_t mode = executable ? 0777 : 0666;
    const bool is_given =
        IsRoot() && !IsRootsFolder(FolderOf(path)) && Kind(path) == FileKind::kMissing;
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode));
    if (file.get() < 0) FailErrno("write", path);
    if (is_given) GiveToOwnerOfFolder(path);
    while (!bytes.empty()) {
      const ssize_t put = ::write(file.get(), bytes.data(), bytes.size());
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) FailErrno("write", path);
      bytes.remove_prefix(static_cast<size_t>(put));
    }
    if (file.Close() != 0) FailErrno("write", path);
  }

  void SetPermissions(const std::string& path, unsigned permissions) override {
    // Some file systems have no permissions.
    if (::chmod(path.c_str(), permissions) != 0 && errno != EPERM && errno != ENOTSUP) {
      FailErrno("give permissions to", path);
    }
  }

  void CopyAttributes(const std::string& from, const std::string& to) override {
    struct stat wanted;
    struct stat given;
    if (::stat(from.c_str(), &wanted) != 0) FailErrno("access", from);
    if (::stat(to.c_str(), &given) != 0) FailErrno("access", to);
    const bool as_owned =
        (wanted.st_uid == given.st_uid && wanted.st_gid == given.st_gid) ||
        // Only root can change the owner, but the user may belong to several groups.
        ::chown(to.c_str(), wanted.st_uid, wanted.st_gid) == 0 ||
        ::chown(to.c_str(), static_cast<uid_t>(-1), wanted.st_gid) == 0;
    SetPermissions(to, wanted.st_mode & (as_owned ? 07777U : 0777U));
  }

  void Rename(const std::string& from, const std::string& to) override {
    if (::rename(from.c_str(), to.c_str()) != 0) FailErrno("rename to", to);
  }

  void Exchange(const std::string& a, const std::string& b) override {
    if (::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0) return;
    if (errno != EINVAL && errno != ENOSYS) FailErrno("rename to", b);
    // Not all file systems can swap files. Then `a` is kept under a second name, or as a copy if
    // the file system has no hard links.
    const std::string kept = KeptName(a);
    if (::unlink(kept.c_str()) != 0 && errno != ENOENT) FailErrno("remove", kept);
    if (::link(b.c_str(), kept.c_str()) != 0) {
      Write(kept, Read(b).value_or(""), /*executable=*/false);
      CopyAttributes(b, kept);
      Sync(kept);
    }
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
    // (syncfs() would be a single call, but would also wait for other programs' writes.)
    for (const std::string& name : List(folder)) Sync(JoinPath(folder, name));
    Sync(folder);
  }

  void FlushNames(const std::string& folder) override { Sync(folder); }

 private:
  static std::string FolderOf(const std::string& path) {
    const std::string folder = fs::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
  }

  // Consecutive writes usually go to the same folder, so the result is cached.
  bool IsRootsFolder(const std::string& folder) {
    if (folder != last_folder_) {
      struct stat info;
      is_last_roots_ = ::stat(folder.c_str(), &info) != 0 || info.st_uid == 0;
      last_folder_ = folder;
    }
    return is_last_roots_;
  }

  static void GiveToOwnerOfFolder(const std::string& path) {
    struct stat folder;
    if (::stat(FolderOf(path).c_str(), &folder) != 0 || folder.st_uid == 0) return;
    // If root is not allowed to change the owner, the file stays root's.
    [[maybe_unused]] const int ignored = ::lchown(path.c_str(), folder.st_uid, folder.st_gid);
  }

  static MountAndDevice MountOf(const std::string& folder) {
    const struct statx info = StatusOf(folder, kMountId);
    MountAndDevice place{0, (info.stx_dev_major * 1ULL << 32U) + info.stx_dev_minor};
#ifdef STATX_MNT_ID
    if ((info.stx_mask & kMountId) != 0) place.mount = info.stx_mnt_id;
#endif
    return place;
  }

  static void Sync(const std::string& path) {
    Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (descriptor.get() < 0) {
      if (errno == EACCES) return;  // a file that its owner may not read
      FailErrno("flush", path);
    }
    // Some file systems do not support fsync().
    if (::fsync(descriptor.get()) != 0 && errno != EINVAL && errno != ENOTSUP) {
      FailErrno("flush", path);
    }
  }

  std::string last_folder_;
  bool is_last_roots_ = false;
};

}  // namespace

void FileSystem::FinishExchange(const std::string& a) {
  const std::string kept = KeptName(a);
  if (Kind(kept) == FileKind::kMissing) return;
  if (Kind(a) == FileKind::kMissing) {
    Rename(kept, a);
  } else {
    Remove(kept);
  }
}

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
