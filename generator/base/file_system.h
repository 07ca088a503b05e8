// The interface between the generator and the disk. All reads and writes use it, so tests can count
// writes, make any of them fail, and avoid real folders.

#ifndef PLUGINGEN_BASE_FILE_SYSTEM_H_
#define PLUGINGEN_BASE_FILE_SYSTEM_H_

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen {

// The operating system rejected a file operation. what() names the operation, the path and the
// reason.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class FileKind { kMissing, kFile, kDirectory, kSymlink, kOther };

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // The kind of `path` itself; does not follow a symbolic link.
  virtual FileKind Kind(const std::string& path) const = 0;
  // Returns the bytes of a regular file, or nullopt if it does not exist. Throws FileError if it is
  // not readable.
  virtual std::optional<std::string> Read(const std::string& path) const = 0;
  // Returns the names in a folder, sorted, without "." and "..".
  virtual std::vector<std::string> List(const std::string& path) const = 0;

  // Returns the permissions of a path as for chmod(), or 0 if it does not exist. Follows links.
  virtual unsigned Permissions(const std::string& path) const = 0;
  // True if the owner of a file may execute it.
  bool IsExecutable(const std::string& path) const { return (Permissions(path) & 0100U) != 0; }
  // True if this process may create and remove files in the folder.
  virtual bool IsWritableFolder(const std::string& path) const = 0;
  // Explains why this process cannot rename a path although it may change the folder, for example
  // because it is a mount point. Returns "" if it can, and if the path does not exist.
  virtual std::string RefusalToRenaming(const std::string& path) const = 0;
  // True if files can be renamed from one of two folders into the other.
  virtual bool AreOnOneMount(const std::string& a, const std::string& b) const = 0;
  // Returns a text that identifies a folder. Copies of it, on any machine, have another one.
  virtual std::string Identity(const std::string& path) const = 0;

  // Creates a folder and its parents.
  virtual void MakeDirectories(const std::string& path) = 0;
  // Writes a new file or replaces the bytes of an existing one. Not atomic.
  virtual void Write(const std::string& path, std::string_view bytes, bool executable) = 0;
  virtual void SetPermissions(const std::string& path, unsigned permissions) = 0;
  // Gives the file `to` the permissions of `from`, and its owner if this process is allowed to.
  virtual void CopyAttributes(const std::string& from, const std::string& to) {
    SetPermissions(to, Permissions(from));
  }
  // Renames a file or folder. Replaces an existing file.
  virtual void Rename(const std::string& from, const std::string& to) = 0;
  // Swaps two files. `b` exists at any time. Some file systems need several steps.
  virtual void Exchange(const std::string& a, const std::string& b) = 0;
  // Completes an Exchange() that may have been interrupted; call it before using `a`. If `b`
  // already has its new file, `a` gets the old one of `b`. Otherwise nothing was swapped.
  void FinishExchange(const std::string& a);
  // Removes a file or an empty folder.
  virtual void Remove(const std::string& path) = 0;
  // Removes a folder with its content. Removes links without following them.
  virtual void RemoveTree(const std::string& path) = 0;
  // Flushes the files in a folder and their names to the device, to survive a power cut.
  virtual void Flush(const std::string& folder) = 0;
  // Flushes only the names, for example after a rename.
  virtual void FlushNames(const std::string& folder) = 0;
};

// The machine's file system. Permissions of new files follow the umask. Files that root creates get
// the owner of their folder, who could not change them otherwise.
std::unique_ptr<FileSystem> MakeRealFileSystem();

// Returns "a/b" for "a" and "b"; `base` may be empty.
std::string JoinPath(std::string_view base, std::string_view relative);

// Returns "a/b" for "a/b/c", and "" for "c".
std::string ParentOf(std::string_view path);

// True if a path from an untrusted source, such as a lock file, stays inside its base folder: not
// empty, not absolute, no "." or ".." part, no backslash, no NUL.
bool IsSafeRelativePath(std::string_view path);

}  // namespace plugingen

#endif  // PLUGINGEN_BASE_FILE_SYSTEM_H_
