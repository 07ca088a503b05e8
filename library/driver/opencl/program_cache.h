// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Built programs in a folder, for the processes to come.

#ifndef PLUGGABLE_DRIVER_OPENCL_PROGRAM_CACHE_H_
#define PLUGGABLE_DRIVER_OPENCL_PROGRAM_CACHE_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace pluggable::opencl {

// Nothing here fails: a binary that cannot be read is built again, and one that cannot be written
// is not kept. Processes may share the folder, and anybody may delete it at any time.
//
// Whoever can write a binary decides what the device executes, which may be the processor of this
// very process. So only folders and files count that belong to this user or to root, and that
// nobody else can write. Folders that the cache creates are its user's alone.
class ProgramCache {
 public:
  // Like the caches of Mesa and of NVIDIA. A program has some hundred kilobytes.
  static constexpr uint64_t kCapacity = uint64_t{1} << 30;

  // If the user has chosen the folder, the first binary that cannot be kept is reported to stderr.
  explicit ProgramCache(std::string folder, bool is_chosen, uint64_t capacity = kCapacity)
      : folder_(std::move(folder)), is_chosen_(is_chosen), capacity_(capacity) {}
  ProgramCache(const ProgramCache&) = delete;
  ProgramCache& operator=(const ProgramCache&) = delete;

  // What Write kept under the key, which has the form of a digest; "" if there is nothing whole.
  std::string Read(const std::string& key) const;

  // Keeps a binary in the place of the one that the key had. Then deletes those that were not used
  // for the longest time, until all fit into the capacity.
  void Write(const std::string& key, std::string_view binary);

 private:
  // What kept the binary from being written; "" if nothing did.
  std::string TryToWrite(const std::string& key, std::string_view binary) const;
  void MakeRoom(int folder) const;

  const std::string folder_;
  const bool is_chosen_;
  const uint64_t capacity_;  // bytes
  std::atomic<bool> is_reported_{false};
};

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_PROGRAM_CACHE_H_
