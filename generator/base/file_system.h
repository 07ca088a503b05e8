// The seam between the generator and the disk: everything it reads or writes goes through here, so
// that tests can count writes, fail any of them, and never touch a real folder.

#ifndef PLUGINGEN_BASE_FILE_SYSTEM_H_
#define PLUGINGEN_BASE_FILE_SYSTEM_H_

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen {

// A file operation that the operating system refused. what() names operation, path and reason.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class FileKind { kMissing, kFile, kDirectory, kSymlink, kOther };

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // What stands at `path` itself; a symbolic link is not followed.
  virtual FileKind Kind(const std::string& path) const = 0;
  // The bytes of a regular file, or nullopt when there is none. Throws FileError when unreadable.
  virtual std::optional<std::string> Read(const std::string& path) const = 0;
  // Names in a folder, sorted, without "." and "..".
  virtual std::vector<std::string> List(const std::string& path) const = 0;

  // The permissions of what stands at a path, as chmod() takes them; links are followed. 0 for
  // nothing.
  virtual unsigned Permissions(const std::string& path) const = 0;
  // Whether the owner of a file may execute it.
  bool IsExecutable(const std::string& path) const { return (Permissions(path) & 0100U) != 0; }
  // Whether this process may put files into a folder and take them out.
  virtual bool IsWritableFolder(const std::string& path) const = 0;
  // Why this process cannot rename what stands at a path, though it may change the folder: it is a
  // mount point, for example. "" when it can, and for nothing there.
  virtual std::string ObjectionToRenaming(const std::string& path) const = 0;
  // Whether files can be renamed from one of two folders into the other.
  virtual bool AreOnOneMount(const std::string& a, const std::string& b) const = 0;
  // What tells a folder from any copy of it, on this machine and on others.
  virtual std::string Identity(const std::string& path) const = 0;

  // Makes a folder and its parents.
  virtual void MakeDirectories(const std::string& path) = 0;
  // Writes a new file or replaces the bytes of an existing one, not atomically.
  virtual void Write(const std::string& path, std::string_view bytes, bool executable) = 0;
  virtual void SetPermissions(const std::string& path, unsigned permissions) = 0;
  // Gives the file `to` the permissions of `from`, and its owner as far as this process may.
  virtual void CopyAttributes(const std::string& from, const std::string& to) {
    SetPermissions(to, Permissions(from));
  }
  // Renames a file or folder, replacing a file that is there.
  virtual void Rename(const std::string& from, const std::string& to) = 0;
  // Swaps two files: what is at `a` is at `b` then. `b` is never missing in between. On some file
  // systems it takes several steps.
  virtual void Exchange(const std::string& a, const std::string& b) = 0;
  // Comes before a look at `a`, where an Exchange() may have been interrupted: if `b` has its new
  // file, `a` gets the old one of `b`. Otherwise nothing was exchanged.
  void FinishExchange(const std::string& a);
  // Removes a file or an empty folder.
  virtual void Remove(const std::string& path) = 0;
  // Removes a folder with all it holds; links are removed, not followed.
  virtual void RemoveTree(const std::string& path) = 0;
  // Returns when the files in a folder, and their names, would survive a power cut.
  virtual void Flush(const std::string& folder) = 0;
  // Likewise for the names alone, as after a rename.
  virtual void FlushNames(const std::string& folder) = 0;
};

// The machine's own. Permissions of new files follow the umask. What root makes belongs to the
// owner of the folder that it is made in, who could not change it otherwise.
std::unique_ptr<FileSystem> MakeRealFileSystem();

// "a/b" from "a" and "b"; `base` may be empty.
std::string JoinPath(std::string_view base, std::string_view relative);

// "a/b" of "a/b/c"; "" of "c".
std::string ParentOf(std::string_view path);

// Whether a path from an untrusted place (a lock file) stays inside the folder it is relative to:
// not empty, not absolute, no "." or ".." part, no back slash, no NUL.
bool IsSafeRelativePath(std::string_view path);

}  // namespace plugingen

#endif  // PLUGINGEN_BASE_FILE_SYSTEM_H_
