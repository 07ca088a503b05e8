// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Caches built programs in a folder, for later processes.

#ifndef PLUGGABLE_DRIVER_OPENCL_PROGRAM_CACHE_H_
#define PLUGGABLE_DRIVER_OPENCL_PROGRAM_CACHE_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace pluggable::opencl {

// No function fails: a binary that cannot be read is built again, and one that cannot be written is
// not cached. Processes may share the folder, and it may be deleted at any time.
//
// A binary determines what the device executes, and the device may be the processor of this very
// process. So the cache uses only files and folders that belong to this user or to root and that
// nobody else can write. Folders that the cache creates are accessible only to its user.
class ProgramCache {
 public:
  // The same as the caches of Mesa and of NVIDIA. A program has some hundred kilobytes.
  static constexpr uint64_t kCapacity = uint64_t{1} << 30;

  // If the user has chosen the folder, the first binary that cannot be stored is reported to
  // stderr.
  explicit ProgramCache(std::string folder, bool is_chosen, uint64_t capacity = kCapacity)
      : folder_(std::move(folder)), is_chosen_(is_chosen), capacity_(capacity) {}
  ProgramCache(const ProgramCache&) = delete;
  ProgramCache& operator=(const ProgramCache&) = delete;

  // The binary that Write stored under the key, which is a digest; "" if there is none or it is
  // damaged.
  std::string Read(const std::string& key) const;

  // Stores a binary, and replaces an older one with the same key. Then deletes the least recently
  // used binaries until the rest fits into the capacity.
  void Write(const std::string& key, std::string_view binary);

 private:
  // Returns "", or the reason why the binary was not written.
  std::string TryToWrite(const std::string& key, std::string_view binary) const;
  void MakeRoom(int folder) const;

  const std::string folder_;
  const bool is_chosen_;
  const uint64_t capacity_;  // bytes
  std::atomic<bool> is_reported_{false};
};

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_PROGRAM_CACHE_H_
