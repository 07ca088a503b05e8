#include "base/memory_file_system.h"

#include <utility>

namespace plugingen {
namespace {

bool IsBelow(const std::string& path, const std::string& folder) {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

[[noreturn]] void Fail(const std::string& operation, const char* reason) {
  throw FileError("cannot " + operation + ": " + reason);
}

}  // namespace

bool MemoryFileSystem::Fails(std::string change) {
  const size_t index = changes_.size();
  changes_.push_back(std::move(change));
  if (!fail_at_) return false;
  return failure_ == Failure::kOnce ? index == *fail_at_ : index >= *fail_at_;
}

void MemoryFileSystem::RequireParent(const std::string& path) const {
  const std::string parent = ParentOf(path);
  if (!parent.empty() && Kind(parent) != FileKind::kDirectory) {
    Fail("write '" + path + "'", "no such folder");
  }
  if (!IsWritableFolder(parent)) Fail("write '" + path + "'", "Permission denied");
}

void MemoryFileSystem::RequireOneMount(const std::string& from, const std::string& to) const {
  for (const std::string& path : {from, to}) {
    const std::string refusal = RefusalToRenaming(path);
    if (!refusal.empty()) Fail("rename to '" + to + "'", refusal.c_str());
  }
  if (!AreOnOneMount(ParentOf(from), ParentOf(to))) {
    Fail("rename to '" + to + "'", "Invalid cross-device link");
  }
}

FileKind MemoryFileSystem::Kind(const std::string& path) const {
  if (path.empty() || path == "/") return FileKind::kDirectory;
  const auto found = entries_.find(path);
  return found == entries_.end() ? FileKind::kMissing : found->second.kind;
}

std::optional<std::string> MemoryFileSystem::Read(const std::string& path) const {
  const auto found = entries_.find(path);
  if (found == entries_.end()) return std::nullopt;
  if (found->second.kind == FileKind::kSymlink) return Read(found->second.bytes);
  if (found->second.kind != FileKind::kFile) Fail("read '" + path + "'", "it is not a file");
  return found->second.bytes;
}

std::vector<std::string> MemoryFileSystem::List(const std::string& path) const {
  if (Kind(path) != FileKind::kDirectory) Fail("list '" + path + "'", "it is not a folder");
  std::vector<std::string> names;
  for (const auto& [entry_path, entry] : entries_) {
    if (ParentOf(entry_path) == path) names.push_back(entry_path.substr(path.size() + 1));
  }
  return names;
}

unsigned MemoryFileSystem::Permissions(const std::string& path) const {
  const auto found = entries_.find(path);
  return found == entries_.end() ? 0 : found->second.permissions;
}

bool MemoryFileSystem::IsWritableFolder(const std::string& path) const {
  const auto found = entries_.find(path);
  return found == entries_.end() || (found->second.permissions & 0200U) != 0;
}

std::string MemoryFileSystem::RefusalToRenaming(const std::string& path) const {
  const auto found = entries_.find(path);
  return found != entries_.end() && found->second.is_mount ? "Device or resource busy" : "";
}

bool MemoryFileSystem::AreOnOneMount(const std::string& a, const std::string& b) const {
  const auto mount_of = [&](std::string path) {
    while (!path.empty() && RefusalToRenaming(path).empty()) path = ParentOf(path);
    return path;
  };
  return mount_of(a) == mount_of(b);
}

std::string MemoryFileSystem::Identity(const std::string& path) const { return "memory " + path; }

void MemoryFileSystem::MakeDirectories(const std::string& path) {
  if (Kind(path) == FileKind::kDirectory) return;
  if (Kind(path) != FileKind::kMissing) Fail("make folder '" + path + "'", "a file is there");
  MakeDirectories(ParentOf(path));
  if (Fails("make folder " + path)) Fail("make folder '" + path + "'", "No space left on device");
  RequireParent(path);
  entries_[path] = {FileKind::kDirectory, "", 0755};
}

void MemoryFileSystem::Write(const std::string& path, std::string_view bytes, bool executable) {
  RequireParent(path);
  const unsigned permissions = executable ? 0755 : 0644;
  if (Fails("write " + path)) {
    entries_[path] = {FileKind::kFile, std::string(bytes.substr(0, bytes.size() / 2)), permissions};
    Fail("write '" + path + "'", "No space left on device");
  }
  entries_[path] = {FileKind::kFile, std::string(bytes), permissions};
}

void MemoryFileSystem::SetPermissions(const std::string& path, unsigned permissions) {
  entries_.at(path).permissions = permissions;
}

void MemoryFileSystem::Rename(const std::string& from, const std::string& to) {
  RequireParent(from);
  RequireParent(to);
  RequireOneMount(from, to);
  if (Kind(from) == FileKind::kMissing) Fail("rename to '" + to + "'", "no such file");
  if (Fails("rename " + from + " -> " + to)) Fail("rename to '" + to + "'", "Input/output error");
  std::map<std::string, Entry> moved;
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    if (entry->first == from || IsBelow(entry->first, from)) {
      moved[to + entry->first.substr(from.size())] = std::move(entry->second);
      entry = entries_.erase(entry);
    } else {
      ++entry;
    }
  }
  for (auto& [path, entry] : moved) entries_[path] = std::move(entry);
}

void MemoryFileSystem::Exchange(const std::string& a, const std::string& b) {
  RequireParent(a);
  RequireParent(b);
  RequireOneMount(a, b);
  if (Fails("exchange " + a + ", " + b)) Fail("rename to '" + b + "'", "Input/output error");
  std::swap(entries_.at(a), entries_.at(b));
}

void MemoryFileSystem::Remove(const std::string& path) {
  if (Kind(path) == FileKind::kMissing) Fail("remove '" + path + "'", "no such file");
  if (Kind(path) == FileKind::kDirectory && !List(path).empty()) {
    Fail("remove '" + path + "'", "Directory not empty");
  }
  RequireParent(path);
  if (Fails("remove " + path)) Fail("remove '" + path + "'", "Input/output error");
  entries_.erase(path);
}

void MemoryFileSystem::RemoveTree(const std::string& path) {
  // Removes bottom-up, with one change per entry like the real file system, so that tests can
  // interrupt it.
  std::vector<std::string> inside;
  for (const auto& [entry_path, entry] : entries_) {
    if (entry_path == path || IsBelow(entry_path, path)) inside.push_back(entry_path);
  }
  for (auto entry = inside.rbegin(); entry != inside.rend(); ++entry) {
    if (Fails("remove " + *entry)) Fail("remove '" + *entry + "'", "Input/output error");
    entries_.erase(*entry);
  }
}

void MemoryFileSystem::Flush(const std::string& folder) {
  if (Fails("flush " + folder)) Fail("flush '" + folder + "'", "Input/output error");
}

}  // namespace plugingen
