#include "base/overlay_file_system.h"

#include <set>
#include <stdexcept>
#include <utility>

namespace plugingen {

FileKind OverlayFileSystem::Kind(const std::string& path) const {
  const auto found = entries_.find(path);
  return found == entries_.end() ? below_.Kind(path) : found->second.kind;
}

std::optional<std::string> OverlayFileSystem::Read(const std::string& path) const {
  const auto found = entries_.find(path);
  if (found == entries_.end()) return below_.Read(path);
  if (found->second.kind != FileKind::kFile) return std::nullopt;
  return found->second.bytes;
}

std::vector<std::string> OverlayFileSystem::List(const std::string& path) const {
  std::set<std::string> names;
  if (below_.Kind(path) == FileKind::kDirectory) {
    for (std::string& name : below_.List(path)) names.insert(std::move(name));
  }
  for (const auto& [entry_path, entry] : entries_) {
    if (ParentOf(entry_path) != path) continue;
    const std::string name = entry_path.substr(path.size() + 1);
    if (entry.kind == FileKind::kMissing) {
      names.erase(name);
    } else {
      names.insert(name);
    }
  }
  return {names.begin(), names.end()};
}

unsigned OverlayFileSystem::Permissions(const std::string& path) const {
  const auto found = entries_.find(path);
  return found == entries_.end() ? below_.Permissions(path) : found->second.permissions;
}

bool OverlayFileSystem::IsWritableFolder(const std::string& path) const {
  return entries_.contains(path) || below_.IsWritableFolder(path);
}

std::string OverlayFileSystem::RefusalToRenaming(const std::string& path) const {
  return entries_.contains(path) ? "" : below_.RefusalToRenaming(path);
}

bool OverlayFileSystem::AreOnOneMount(const std::string& a, const std::string& b) const {
  return below_.AreOnOneMount(a, b);
}

std::string OverlayFileSystem::Identity(const std::string& path) const {
  return below_.Identity(path);
}

void OverlayFileSystem::MakeDirectories(const std::string& path) {
  if (path.empty() || Kind(path) == FileKind::kDirectory) return;
  MakeDirectories(ParentOf(path));
  entries_[path] = {FileKind::kDirectory, "", 0755};
}

void OverlayFileSystem::Write(const std::string& path, std::string_view bytes, bool executable) {
  entries_[path] = {FileKind::kFile, std::string(bytes), executable ? 0755U : 0644U};
}

void OverlayFileSystem::SetPermissions(const std::string& path, unsigned permissions) {
  const std::string bytes = Read(path).value_or("");
  entries_[path] = {FileKind::kFile, bytes, permissions};
}

void OverlayFileSystem::Rename(const std::string& from, const std::string& to) {
  const std::optional<std::string> bytes = Read(from);
  if (!bytes) throw std::logic_error("only files can be renamed in an overlay: " + from);
  entries_[to] = {FileKind::kFile, *bytes, Permissions(from)};
  Remove(from);
}

void OverlayFileSystem::Exchange(const std::string& a, const std::string& b) {
  const Entry kept{FileKind::kFile, Read(a).value_or(""), Permissions(a)};
  entries_[a] = {FileKind::kFile, Read(b).value_or(""), Permissions(b)};
  entries_[b] = kept;
}

void OverlayFileSystem::Remove(const std::string& path) { entries_[path] = {FileKind::kMissing}; }

void OverlayFileSystem::RemoveTree(const std::string& path) {
  throw std::logic_error("trees cannot be removed in an overlay: " + path);
}

}  // namespace plugingen
