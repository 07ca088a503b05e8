// Keeps two runs of the tool from writing into one folder at once.

#ifndef PLUGINGEN_BASE_FOLDER_LOCK_H_
#define PLUGINGEN_BASE_FOLDER_LOCK_H_

#include <functional>
#include <string>

namespace plugingen {

// Holds an advisory lock on a folder; waits for another run to end. Where there is no such folder
// yet, the nearest one above it is locked. The operating system gives it back however the process
// ends. Where folders cannot be locked (some network disks) it does nothing.
class FolderLock {
 public:
  enum class Mode {
    kShared,     // for a reader: waits for writers only; nothing is locked where there is no folder
    kExclusive,  // for a writer: waits for all others
  };

  // `on_wait` is called once with the folder that is locked by others, before waiting for them.
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
