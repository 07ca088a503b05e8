// Prevents two runs of plugingen from writing into a folder at the same time.

#ifndef PLUGINGEN_BASE_FOLDER_LOCK_H_
#define PLUGINGEN_BASE_FOLDER_LOCK_H_

#include <functional>
#include <string>

namespace plugingen {

// An advisory lock on a folder. The constructor waits for other runs. If the folder does not exist,
// it locks the nearest existing parent. The operating system releases the lock however the process
// ends. Does nothing on file systems without locks, such as some network disks.
class FolderLock {
 public:
  enum class Mode {
    kShared,     // for a reader: waits for writers; locks nothing if the folder does not exist
    kExclusive,  // for a writer: waits for all others
  };

  // Calls `on_wait` once, with the locked folder, before it waits.
  explicit FolderLock(const std::string& folder, Mode mode = Mode::kExclusive,
                      const std::function<void(const std::string&)>& on_wait = nullptr);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int fd_ = -1;
};

}  // namespace plugingen

#endif  // PLUGINGEN_BASE_FOLDER_LOCK_H_
