// A disk whose changes stay in memory, for previews.

#ifndef PLUGINGEN_BASE_OVERLAY_FILE_SYSTEM_H_
#define PLUGINGEN_BASE_OVERLAY_FILE_SYSTEM_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace plugingen {

// Supports files and empty folders. Renaming or removing a folder with content throws
// std::logic_error.
class OverlayFileSystem : public FileSystem {
 public:
  // Reads unchanged files from `below`, which must outlive the object.
  explicit OverlayFileSystem(const FileSystem& below) : below_(below) {}

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
  void Flush(const std::string&) override {}
  void FlushNames(const std::string&) override {}

 private:
  struct Entry {
    FileKind kind = FileKind::kMissing;  // kMissing: removed
    std::string bytes{};
    unsigned permissions = 0;
  };

  const FileSystem& below_;
  std::map<std::string, Entry> entries_;
};

}  // namespace plugingen

#endif  // PLUGINGEN_BASE_OVERLAY_FILE_SYSTEM_H_
