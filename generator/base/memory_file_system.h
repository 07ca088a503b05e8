// A disk in memory, for tests that count writes, make one fail, or need no real folder.

#ifndef PLUGINGEN_BASE_MEMORY_FILE_SYSTEM_H_
#define PLUGINGEN_BASE_MEMORY_FILE_SYSTEM_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace plugingen {

class MemoryFileSystem : public FileSystem {
 public:
  struct Entry {
    FileKind kind = FileKind::kFile;
    std::string bytes{};
    unsigned permissions = 0644;
    bool is_mount = false;  // a mount point, which cannot be renamed

    friend bool operator==(const Entry&, const Entry&) = default;
  };

  // What happens at the change that FailAt() names.
  enum class Failure {
    kOnce,   // only this change fails, as if someone then made room on a full disk
    kCrash,  // this and all later changes fail, as if the process was killed
  };

  FileKind Kind(const std::string& path) const override;
  std::optional<std::string> Read(const std::string& path) const override;
  std::vector<std::string> List(const std::string& path) const override;
  unsigned Permissions(const std::string& path) const override;
  bool IsWritableFolder(const std::string& path) const override;
  std::string RefusalToRenaming(const std::string& path) const override;
  bool AreOnOneMount(const std::string& a, const std::string& b) const override;
  std::string Identity(const std::string& path) const override;
  void MakeDirectories(const std::string& path) override;
  void Write(const std::string& path, std::string_view bytes, bool executable) override;
  void SetPermissions(const std::string& path, unsigned permissions) override;
  void Rename(const std::string& from, const std::string& to) override;
  void Exchange(const std::string& a, const std::string& b) override;
  void Remove(const std::string& path) override;
  void RemoveTree(const std::string& path) override;
  void Flush(const std::string& folder) override;
  void FlushNames(const std::string& folder) override { Flush(folder); }

  // Everything on the disk, by path.
  std::map<std::string, Entry>& entries() { return entries_; }
  const std::map<std::string, Entry>& entries() const { return entries_; }

  // The changes since construction or Reset(), as "write a/b", "rename a -> b", "exchange a, b",
  // "remove a", "flush a".
  const std::vector<std::string>& changes() const { return changes_; }
  void Reset() {
    changes_.clear();
    fail_at_.reset();
  }
  // A failing write leaves half of its bytes, as on a full disk.
  void FailAt(size_t change, Failure failure) {
    fail_at_ = change;
    failure_ = failure;
  }

 private:
  // Records a change. Returns true if it has to fail.
  bool Fails(std::string change);
  // The parent of the path must exist and be writable.
  void RequireParent(const std::string& path) const;
  // A renamed path must not be a mount point or leave its mount.
  void RequireOneMount(const std::string& from, const std::string& to) const;

  std::map<std::string, Entry> entries_;
  std::vector<std::string> changes_;
  std::optional<size_t> fail_at_;
  Failure failure_ = Failure::kOnce;
};

}  // namespace plugingen

#endif  // PLUGINGEN_BASE_MEMORY_FILE_SYSTEM_H_
