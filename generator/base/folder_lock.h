// Keeps two runs of the tool from writing into one folder at once.

#ifndef PLUGINGEN_BASE_FOLDER_LOCK_H_
#define PLUGINGEN_BASE_FOLDER_LOCK_H_

#include <string>

namespace plugingen {

// Holds an advisory lock on a folder, or on its nearest ancestor that exists; waits for another run
// to end. The operating system gives it back however the process ends. Where folders cannot be
// locked (some network disks) it does nothing.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int fd_ = -1;
};

}  // namespace plugingen

#endif  // PLUGINGEN_BASE_FOLDER_LOCK_H_
