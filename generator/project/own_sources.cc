#include "project/own_sources.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

#include "base/text.h"
#include "project/digest.h"
#include "project/files_below.h"
#include "project/source_texts.h"

namespace plugingen::project {
namespace {

constexpr std::string_view kOwnFolders[] = {"src", "tests", "cmake"};
constexpr std::string_view kGeneratedFolders[] = {"src/generated", "tests/generated"};
constexpr std::string_view kCMakeLists = "CMakeLists.txt";
constexpr std::string_view kOwnEndings[] = {".cc", ".h", ".inc", ".cmake", kCMakeLists};

bool IsOwnSource(std::string_view path) { return base::EndsWithAny(path, kOwnEndings); }

bool IsNotOfOwner(const std::string& path, const std::string& name) {
  return name.starts_with('.') || name.starts_with("build") ||
         std::find(std::begin(kGeneratedFolders), std::end(kGeneratedFolders), path) !=
             std::end(kGeneratedFolders);
}

}  // namespace

OwnSources ReadOwnSources(const std::string& root, const Lock& lock, const FileSystem& disk) {
  OwnSources sources;
  if (disk.Kind(root) != FileKind::kDirectory) return sources;
  std::set<std::string> paths = {std::string(kCMakeLists)};
  for (const std::string_view folder : kOwnFolders) {
    for (const FileBelow& file : FilesBelow(disk, root, std::string(folder), IsNotOfOwner)) {
      if (file.kind == FileKind::kFile && IsOwnSource(file.path)) paths.insert(file.path);
    }
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
    if (!is_emitted && text.size() <= kLargestSource) sources.emplace(path, std::move(text));
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
