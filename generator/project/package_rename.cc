#include "project/package_rename.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "project/files_below.h"

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

}  // namespace

PackageFolders FindPackageFolders(const std::vector<OutputFile>& outputs, const Lock& lock) {
  std::set<std::string> now;
  for (const OutputFile& output : outputs) now.insert(PackageOf(output.path));
  std::set<std::string> before;
  for (const auto& [path, entry] : lock.files) {
    // (An ejected file may have an older name of the plugin.)
    if (entry.state != FileState::kEjected) before.insert(PackageOf(path));
  }
  before.erase("");
  now.erase("");
  const bool is_renamed = before.size() == 1 && now.size() == 1 && before != now;
  return is_renamed ? PackageFolders{*before.begin(), *now.begin()} : PackageFolders{};
}

// Only files that the user may edit move, because plugingen writes the others anew. An ejected file
// keeps its path, as always when the spec no longer requires it.
PackageRename::PackageRename(const std::vector<OutputFile>& outputs, const Lock& lock,
                             const std::string& root, const FileSystem& disk)
    : folders_(FindPackageFolders(outputs, lock)) {
  if (folders_.before.empty()) return;
  for (const OutputFile& output : outputs) {
    if (output.ownership != Ownership::kScaffold || !output.path.starts_with(folders_.now)) {
      continue;
    }
    const std::string old_path = folders_.before + output.path.substr(folders_.now.size());
    const auto entry = lock.files.find(old_path);
    const bool moves = entry != lock.files.end() && entry->second.state != FileState::kEjected &&
                       entry->second.ownership == Ownership::kScaffold &&
                       !lock.files.contains(output.path);
    if (!moves) continue;
    old_places_[output.path] = old_path;
    new_places_[old_path] = &output;
  }
  const std::string folder = folders_.before.substr(0, folders_.before.size() - 1);
  for (FileBelow& file : FilesBelow(disk, root, folder, IsHiddenOrCache)) {
    if (!lock.files.contains(file.path)) own_files_.push_back(std::move(file.path));
  }
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
