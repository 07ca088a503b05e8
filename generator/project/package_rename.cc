#include "project/package_rename.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "project/project_path.h"

namespace plugingen::project {
namespace {

using base::OutputFile;
using base::Ownership;

constexpr std::string_view kFolder = "python/";

// Returns "python/acme/" for "python/acme/ops.py", and "" for other paths.
std::string PackageOf(const std::string& path) {
  if (!path.starts_with(kFolder)) return "";
  const size_t slash = path.find('/', kFolder.size());
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

// Only files that the user may edit move, because plugingen writes the others anew. An ejected file
// keeps its path, as always when the spec no longer requires it.
bool MayMove(const LockEntry& entry) {
  return entry.state != FileState::kEjected && entry.ownership == Ownership::kScaffold;
}

// Adds the files and links in a folder, by path relative to the root, but not what Python makes.
void AddFiles(const FileSystem& disk, const std::string& root, const std::string& folder,
              std::vector<std::string>& paths) {
  for (const std::string& name : disk.List(JoinPath(root, folder))) {
    std::string path = JoinPath(folder, name);
    if (disk.Kind(JoinPath(root, path)) != FileKind::kDirectory) {
      paths.push_back(std::move(path));
    } else if (!name.starts_with('.') && name != "__pycache__") {
      AddFiles(disk, root, path, paths);
    }
  }
}

}  // namespace

PackageRename::PackageRename(const std::vector<OutputFile>& outputs, const Lock& lock,
                             const std::string& root, const FileSystem& disk) {
  std::set<std::string> now;
  for (const OutputFile& output : outputs) now.insert(PackageOf(output.path));
  std::set<std::string> before;
  for (const auto& [path, entry] : lock.files) {
    // (An ejected file may have an older name of the plugin.)
    if (entry.state != FileState::kEjected) before.insert(PackageOf(path));
  }
  before.erase("");
  now.erase("");
  if (before.size() != 1 || now.size() != 1 || before == now) return;
  from_ = *before.begin();
  to_ = *now.begin();

  for (const OutputFile& output : outputs) {
    if (output.ownership != Ownership::kScaffold || !output.path.starts_with(to_)) continue;
    const std::string old_path = from_ + output.path.substr(to_.size());
    const auto entry = lock.files.find(old_path);
    if (entry == lock.files.end() || !MayMove(entry->second)) continue;
    if (lock.files.contains(output.path)) continue;
    old_places_[output.path] = old_path;
    new_places_[old_path] = &output;
  }
  const std::string folder = from_.substr(0, from_.size() - 1);
  if (disk.Kind(JoinPath(root, folder)) != FileKind::kDirectory) return;
  AddFiles(disk, root, folder, own_files_);
  const auto is_known = [&lock](const std::string& path) { return lock.files.contains(path); };
  own_files_.erase(std::remove_if(own_files_.begin(), own_files_.end(), is_known),
                   own_files_.end());
  std::sort(own_files_.begin(), own_files_.end());
}

const OutputFile* PackageRename::NewPlaceOf(const std::string& path) const {
  const auto found = new_places_.find(path);
  return found == new_places_.end() ? nullptr : found->second;
}

std::string PackageRename::OldPlaceOf(const std::string& path) const {
  const auto found = old_places_.find(path);
  return found == old_places_.end() ? "" : found->second;
}

}  // namespace plugingen::project
