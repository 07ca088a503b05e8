#include "project/moves.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "project/taken_over.h"

namespace plugingen::project {
namespace {

using base::OutputFile;

constexpr std::string_view kPlugin =
    "<name>";  // a placeholder in paths for the plugin's name in the old layout

// A project with this file has the old layout, unless it also has the other one.
constexpr std::string_view kOldMark = "include/<name>/status.h";
constexpr std::string_view kNewMark = "library/include/pluggable/status.h";

// The new place of a folder's files. If several moves apply to a file, the first one whose target
// is emitted counts. A file that is still emitted at its path does not move.
struct Move {
  std::string_view from;
  std::string_view to;
  // What to do with the user's files in `from`, which is no longer built; "" if it still is.
  std::string_view advice{};
};
constexpr std::string_view kToSources = "move it to src/kernels or src/driver";
constexpr Move kMoves[] = {
    {"include/<name>/", "library/include/pluggable/", "move it to src/<name>"},
    {"include/<name>/", "src/generated/pluggable/"},
    {"src/runtime/", "library/runtime/", kToSources},
    {"src/runtime/", "src/generated/runtime/"},
    {"src/reference/", "library/reference/", kToSources},
    {"src/reference/", "src/generated/reference/"},
    {"src/graph/", "library/graph/", kToSources},
    {"src/graph/", "src/generated/graph/"},
    {"src/profiler/", "library/profiler/", kToSources},
    {"src/profiler/", "src/generated/profiler/"},
    {"src/plugin/", "library/plugin/", kToSources},
    {"src/plugin/", "src/generated/plugin/"},
    {"src/ops/library/", "library/ops/library/", kToSources},
    {"src/ops/library/", "src/generated/ops/library/"},
    {"src/ops/", "library/ops/"},
    {"src/ops/", "src/generated/ops/"},
    {"tests/generated/", "library/testing/"},
};

// The folders whose C++ uses the library's names.
constexpr std::string_view kFolders[] = {"include", "src", "tests"};

// The folders that contained "<name>/x.h".
constexpr std::string_view kHeaderFolders[] = {"include/<name>/", "src/<name>/"};

std::string WithName(std::string_view path, const std::string& name) {
  return base::ReplaceAll(path, kPlugin, name);
}

bool IsIdentifier(std::string_view name) {
  return !name.empty() && !base::IsDigit(name[0]) &&
         std::all_of(name.begin(), name.end(), [](char c) { return base::IsAlnum(c) || c == '_'; });
}

// Files and links in a folder, by path relative to the root. Does not follow links.
struct Found {
  std::string path;
  FileKind kind;
};
void Find(const FileSystem& disk, const std::string& root, const std::string& folder,
          std::vector<Found>& found) {
  const std::vector<std::string> names = disk.List(JoinPath(root, folder));
  if (std::find(names.begin(), names.end(), "CMakeCache.txt") != names.end()) return;
  for (const std::string& name : names) {
    const std::string path = JoinPath(folder, name);
    const FileKind kind = disk.Kind(JoinPath(root, path));
    if (kind != FileKind::kDirectory) {
      found.push_back({path, kind});
    } else if (!name.starts_with('.')) {
      Find(disk, root, path, found);
    }
  }
}

}  // namespace

std::string OldNameOf(const Lock& lock) {
  if (lock.files.contains(std::string(kNewMark))) return "";
  const size_t at = kOldMark.find(kPlugin);
  const std::string_view beginning = kOldMark.substr(0, at);
  const std::string_view end = kOldMark.substr(at + kPlugin.size());
  std::string found;
  for (const auto& [path, entry] : lock.files) {
    if (path.size() <= beginning.size() + end.size()) continue;
    if (!path.starts_with(beginning) || !path.ends_with(end)) continue;
    std::string name = path.substr(beginning.size(), path.size() - beginning.size() - end.size());
    if (!IsIdentifier(name)) continue;
    // An ejected file may have an older name of the plugin.
    if (entry.state != FileState::kEjected) return name;
    if (found.empty()) found = std::move(name);
  }
  return found;
}

std::string OldNameOf(const ProjectState& state) {
  const std::string name = OldNameOf(state.lock);
  return name.empty() && state.other_lock ? OldNameOf(*state.other_lock) : name;
}

Moves::Moves(const std::string& old_name, const std::vector<OutputFile>& outputs, const Lock& lock,
             const std::string& root, const FileSystem& disk)
    : package_(FindPackageRename(outputs, lock)) {
  old_.plugin = old_name;
  if (!package_.from.empty()) FindPackage(outputs, lock, root, disk);
  if (!any()) return;
  FindPlaces(outputs, lock);
  FindFiles(lock, root, disk);
}

// Only files that the user may edit move, because plugingen writes the others anew. An ejected file
// keeps its path, as always when the spec no longer requires it.
void Moves::FindPackage(const std::vector<OutputFile>& outputs, const Lock& lock,
                        const std::string& root, const FileSystem& disk) {
  for (const OutputFile& output : outputs) {
    if (output.ownership != base::Ownership::kScaffold || !output.path.starts_with(package_.to)) {
      continue;
    }
    const std::string old_path = package_.from + output.path.substr(package_.to.size());
    const auto entry = lock.files.find(old_path);
    const bool moves = entry != lock.files.end() && entry->second.state != FileState::kEjected &&
                       entry->second.ownership == base::Ownership::kScaffold &&
                       !lock.files.contains(output.path);
    if (!moves) continue;
    old_places_[output.path] = old_path;
    new_places_[old_path] = &output;
  }
  const std::string folder = package_.from.substr(0, package_.from.size() - 1);
  if (disk.Kind(JoinPath(root, folder)) != FileKind::kDirectory) return;
  std::vector<Found> found;
  Find(disk, root, folder, found);
  for (Found& file : found) {
    const bool is_made = file.path.find("/__pycache__/") != std::string::npos;
    if (is_made || lock.files.contains(file.path)) continue;
    package_files_.push_back(std::move(file.path));
  }
  std::sort(package_files_.begin(), package_files_.end());
}

void Moves::FindPlaces(const std::vector<OutputFile>& outputs, const Lock& lock) {
  std::map<std::string_view, const OutputFile*> by_path;
  for (const OutputFile& output : outputs) by_path[output.path] = &output;
  for (const OutputFile& output : outputs) {
    if (by_path.contains(LibraryKernelOf(output.path))) kernels_.insert(output.path);
  }
  for (const auto& [path, entry] : lock.files) {
    if (by_path.contains(path)) continue;
    for (const Move& move : kMoves) {
      const std::string from = WithName(move.from, old_.plugin);
      if (!path.starts_with(from)) continue;
      const std::string to = WithName(move.to, old_.plugin) + path.substr(from.size());
      const auto output = by_path.find(to);
      if (output == by_path.end()) continue;
      // (If the lock lists the new path, the file already moved on another branch.)
      const bool moves = !lock.files.contains(to) && old_places_.emplace(to, path).second;
      if (moves) new_places_[path] = output->second;
      break;
    }
  }
}

void Moves::FindFiles(const Lock& lock, const std::string& root, const FileSystem& disk) {
  std::vector<Found> found;
  for (const std::string_view folder : kFolders) {
    const std::string path(folder);
    if (disk.Kind(JoinPath(root, path)) == FileKind::kDirectory) Find(disk, root, path, found);
  }
  const auto stays = [&](const std::string& path) {
    const auto entry = lock.files.find(path);
    return entry == lock.files.end() ||
           (entry->second.state == FileState::kEjected && !new_places_.contains(path));
  };
  for (Found& file : found) {
    for (const std::string_view folder : kHeaderFolders) {
      const std::string headers = WithName(folder, old_.plugin);
      if (!file.path.starts_with(headers) || !stays(file.path)) continue;
      old_.own_headers.insert(file.path.substr(headers.size()));
    }
    if (file.kind == FileKind::kFile && IsCpp(file.path))
      cpp_files_.push_back(std::move(file.path));
  }
  std::sort(cpp_files_.begin(), cpp_files_.end());
}

const OutputFile* Moves::NewPlaceOf(const std::string& path) const {
  const auto found = new_places_.find(path);
  return found == new_places_.end() ? nullptr : found->second;
}

std::string Moves::OldPlaceOf(const std::string& path) const {
  const auto found = old_places_.find(path);
  return found == old_places_.end() ? "" : found->second;
}

std::string Moves::Renamed(std::string_view path, const std::string& text) const {
  const bool has_names =
      any() && IsCpp(path) &&
      std::any_of(std::begin(kFolders), std::end(kFolders), [path](std::string_view folder) {
        return path.starts_with(folder) && path.substr(folder.size()).starts_with('/');
      });
  return has_names ? WithLibraryNames(text, old_) : text;
}

std::string Moves::AdviceFor(std::string_view path) const {
  if (!package_.from.empty() && path.starts_with(package_.from)) {
    return "move it to " + package_.to.substr(0, package_.to.size() - 1);
  }
  if (!any()) return "";
  for (const Move& move : kMoves) {
    if (!path.starts_with(WithName(move.from, old_.plugin))) continue;
    return WithName(move.advice, old_.plugin);
  }
  return "";
}

}  // namespace plugingen::project
