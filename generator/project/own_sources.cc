#include "project/own_sources.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

#include "project/digest.h"

namespace plugingen::project {
namespace {

constexpr std::string_view kOwnFolders[] = {"src", "tests", "cmake"};
constexpr std::string_view kGeneratedFolders[] = {"src/generated", "tests/generated"};
constexpr std::string_view kOwnEndings[] = {".cc", ".h", ".inc", ".cmake"};
constexpr std::string_view kCMakeLists = "CMakeLists.txt";
constexpr size_t kLargestOwn = size_t{4}
                               << 20;  // larger than any source; a data file may be larger

bool IsOwnSource(std::string_view path) {
  return path.ends_with(kCMakeLists) ||
         std::any_of(std::begin(kOwnEndings), std::end(kOwnEndings),
                     [path](std::string_view ending) { return path.ends_with(ending); });
}

void FindOwnSources(const std::string& root, const std::string& folder, const FileSystem& disk,
                    std::set<std::string>& paths) {
  for (const std::string& name : disk.List(JoinPath(root, folder))) {
    const std::string path = JoinPath(folder, name);
    const FileKind kind = disk.Kind(JoinPath(root, path));
    const bool is_left_out = name.starts_with('.') || name.starts_with("build") ||
                             std::find(std::begin(kGeneratedFolders), std::end(kGeneratedFolders),
                                       path) != std::end(kGeneratedFolders);
    if (kind == FileKind::kDirectory && !is_left_out) FindOwnSources(root, path, disk, paths);
    if (kind == FileKind::kFile && IsOwnSource(name)) paths.insert(path);
  }
}

}  // namespace

OwnSources ReadOwnSources(const std::string& root, const Lock& lock, const FileSystem& disk) {
  OwnSources sources;
  if (disk.Kind(root) != FileKind::kDirectory) return sources;
  std::set<std::string> paths = {std::string(kCMakeLists)};
  for (const std::string_view folder : kOwnFolders) {
    if (disk.Kind(JoinPath(root, folder)) == FileKind::kDirectory)
      FindOwnSources(root, std::string(folder), disk, paths);
  }
  for (const auto& [path, entry] : lock.files) {
    if (entry.state == FileState::kEjected && IsOwnSource(path)) paths.insert(path);
  }
  for (const std::string& path : paths) {
    if (disk.Kind(JoinPath(root, path)) != FileKind::kFile) continue;
    std::string text = disk.Read(JoinPath(root, path)).value_or("");
    const auto known = lock.files.find(path);
    // What the emission has anyway. It lacks what was ejected or taken over from the library.
    const bool is_emitted = known != lock.files.end() &&
                            known->second.state != FileState::kEjected &&
                            !known->second.taken_over && HasDigest(text, known->second.sha256);
    if (!is_emitted && text.size() <= kLargestOwn) sources.emplace(path, std::move(text));
  }
  return sources;
}

OwnSources AfterRun(OwnSources sources, const Plan& plan) {
  for (const Step& step : plan.steps) {
    const auto source = sources.find(step.path);
    if (source == sources.end()) continue;
    if (step.writes()) {
      source->second = step.new_text();
    } else if (step.action == Action::kDelete || step.action == Action::kSetAside) {
      sources.erase(source);
    }
  }
  return sources;
}

}  // namespace plugingen::project
