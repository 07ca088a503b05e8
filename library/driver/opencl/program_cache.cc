// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl/program_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <system_error>
#include <utility>
#include <vector>

#include "driver/opencl/digest.h"
#include "runtime/log.h"

namespace pluggable::opencl {

namespace {

// The first bytes of each file. The number changes with the format.
constexpr std::string_view kMagic = "pluggable program 1\n";
constexpr size_t kDigits = 32;
constexpr size_t kHeader = kMagic.size() + 2 * kDigits;
constexpr std::string_view kEnding = ".program";
// The ending of a file that is being written.
constexpr std::string_view kUnfinished = ".new";
// After this many seconds, the writer of such a file has died. Where files can be locked, it has
// died if nobody has locked the file, which it does in less than the shorter time.
constexpr time_t kLongestWrite = 3600;
constexpr time_t kLongestUnlocked = 10;

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  int Release() { return std::exchange(descriptor_, -1); }

 private:
  int descriptor_;
};

std::string LastError() { return std::generic_category().message(errno); }

bool HasEnding(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

// Whether only this user and root can have written it.
bool IsOurs(const struct stat& status) {
  return (status.st_uid == geteuid() || status.st_uid == 0) &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// Creates the folder and its parents.
void MakeFolders(const std::string& path) {
  for (size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
    mkdir(path.substr(0, end).c_str(), S_IRWXU);
  }
  mkdir(path.c_str(), S_IRWXU);
}

// Opens the folder. Returns -1 and sets *reason if it cannot be used.
int OpenFolder(const std::string& path, std::string* reason) {
  File folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat status {};
  if (!folder.is_open() || fstat(folder.get(), &status) != 0) {
    *reason = LastError();
    return -1;
  }
  if (!IsOurs(status)) {
    *reason = "it belongs to another user, or others can write it";
    return -1;
  }
  return folder.Release();
}

bool ReadAll(int file, std::string* bytes) {
  for (size_t done = 0; done < bytes->size();) {
    const ssize_t count = read(file, bytes->data() + done, bytes->size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<size_t>(count);
  }
  return true;
}

bool WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

std::string ChecksumOf(std::string_view binary) {
  Digest digest;
  digest.Add(binary);
  return digest.Hex();
}

// A name that is unique among all processes and threads.
std::string UnfinishedName(const std::string& key) {
  static std::atomic<int> count{0};
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return key + "." + std::to_string(getpid()) + "-" + std::to_string(++count) + "-" +
         std::to_string(now) + std::string(kUnfinished);
}

// Exceeding the limit for files would end the process by a signal.
bool IsAllowed(uint64_t size) {
  struct rlimit limit {};
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
         size <= limit.rlim_cur;
}

// Writes a new file. Returns "", or the error.
std::string WriteFile(int folder, const std::string& name, std::string_view header,
                      std::string_view binary) {
  File file(
      openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file.is_open()) return LastError();
  flock(file.get(), LOCK_EX | LOCK_NB);  // it is not dead (see IsAbandoned)
  if (!WriteAll(file.get(), header) || !WriteAll(file.get(), binary)) return LastError();
  // A network file system may report only now that it is full.
  return close(file.Release()) == 0 ? "" : LastError();
}

// Whether the name has the cache's format. The user may have chosen a folder with other files.
bool IsOurName(std::string_view name) {
  return name.size() > kDigits && name[kDigits] == '.' &&
         name.substr(0, kDigits).find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Whether the writer of an unfinished file has died, for example because it was killed.
bool IsAbandoned(int folder, const std::string& name, time_t written) {
  const time_t age = std::time(nullptr) - written;
  if (age <= kLongestUnlocked || age > kLongestWrite) return age > kLongestWrite;
  const File file(openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  return file.is_open() && flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

struct Kept {
  std::string name;
  struct timespec used;
  uint64_t size;
};

}  // namespace

std::string ProgramCache::Read(const std::string& key) const {
  std::string reason;
  const File folder(OpenFolder(folder_, &reason));
  if (!folder.is_open()) return "";
  // Does not block, since it may be a pipe.
  const File file(openat(folder.get(), (key + std::string(kEnding)).c_str(),
                         O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!file.is_open() || fstat(file.get(), &status) != 0) return "";
  if (!S_ISREG(status.st_mode) || !IsOurs(status)) return "";
  const auto size = static_cast<uint64_t>(status.st_size);
  if (size <= kHeader || size > capacity_) return "";
  std::string header(kHeader, '\0');
  std::string binary(size - kHeader, '\0');
  if (!ReadAll(file.get(), &header) || !ReadAll(file.get(), &binary)) return "";
  if (header != std::string(kMagic) + key + ChecksumOf(binary)) return "";
  futimens(file.get(), nullptr);  // marks it as just used
  return binary;
}

void ProgramCache::Write(const std::string& key, std::string_view binary) {
  const std::string reason = TryToWrite(key, binary);
  if (reason.empty() || !is_chosen_ || is_reported_.exchange(true)) return;
  runtime::Log("built programs cannot be kept in ", folder_, ": ", reason);
}

std::string ProgramCache::TryToWrite(const std::string& key, std::string_view binary) const {
  const uint64_t size = kHeader + binary.size();
  if (binary.empty() || size > capacity_) return "";
  MakeFolders(folder_);
  std::string reason;
  const File folder(OpenFolder(folder_, &reason));
  if (!folder.is_open()) return reason;
  if (!IsAllowed(size)) return std::generic_category().message(EFBIG);
  // Readers see either the old file or the complete new one.
  const std::string unfinished = UnfinishedName(key);
  const std::string name = key + std::string(kEnding);
  reason =
      WriteFile(folder.get(), unfinished, std::string(kMagic) + key + ChecksumOf(binary), binary);
  if (reason.empty() &&
      renameat(folder.get(), unfinished.c_str(), folder.get(), name.c_str()) != 0) {
    reason = LastError();
  }
  if (!reason.empty()) {
    unlinkat(folder.get(), unfinished.c_str(), 0);
    return reason;
  }
  MakeRoom(folder.get());
  return "";
}

void ProgramCache::MakeRoom(int folder) const {
  DIR* const entries = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (entries == nullptr) return;
  std::vector<Kept> all;
  uint64_t sum = 0;
  while (const dirent* const entry = readdir(entries)) {
    const std::string name = entry->d_name;
    const bool is_unfinished = HasEnding(name, kUnfinished);
    struct stat status {};
    if (!IsOurName(name) || (!is_unfinished && !HasEnding(name, kEnding)) ||
        fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode)) {
      continue;
    }
    if (is_unfinished) {
      if (IsAbandoned(folder, name, status.st_mtim.tv_sec)) unlinkat(folder, name.c_str(), 0);
      continue;
    }
    all.push_back({name, status.st_mtim, static_cast<uint64_t>(status.st_size)});
    sum += all.back().size;
  }
  closedir(entries);
  std::sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) {
    return std::make_pair(a.used.tv_sec, a.used.tv_nsec) <
           std::make_pair(b.used.tv_sec, b.used.tv_nsec);
  });
  for (const Kept& oldest : all) {
    if (sum <= capacity_) return;
    unlinkat(folder, oldest.name.c_str(), 0);
    sum -= oldest.size;
  }
}

}  // namespace pluggable::opencl
