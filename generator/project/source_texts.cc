#include "project/source_texts.h"

#include <algorithm>
#include <set>
#include <utility>

#include "project/digest.h"

namespace plugingen::project {
namespace {

constexpr std::string_view kSourceFolders[] = {"src", "include", "tests", "python"};
constexpr std::string_view kEndings[] = {".cc", ".h", ".py", ".yaml"};
constexpr size_t kLargest = size_t{4} << 20;  // larger than any source; a data file may be larger

bool IsSource(std::string_view path) {
  return std::any_of(std::begin(kEndings), std::end(kEndings),
                     [path](std::string_view ending) { return path.ends_with(ending); });
}

bool IsSkipped(std::string_view folder) {
  return folder.starts_with('.') || folder.starts_with("build") || folder == "__pycache__";
}

void FindSources(const FileSystem& disk, const std::string& root, const std::string& folder,
                 std::set<std::string>& paths) {
  for (const std::string& name : disk.List(JoinPath(root, folder))) {
    const std::string path = JoinPath(folder, name);
    const FileKind kind = disk.Kind(JoinPath(root, path));
    if (kind == FileKind::kDirectory && !IsSkipped(name)) FindSources(disk, root, path, paths);
    if (kind == FileKind::kFile && IsSource(name)) paths.insert(path);
  }
}

constexpr std::string_view kTests = "library/testing/";

}  // namespace

std::vector<SourceText> ReadSourceTexts(const FileSystem& disk, const std::string& root,
                                        const Lock& lock) {
  std::set<std::string> paths;
  for (const auto& [path, entry] : lock.files) {
    if (!path.ends_with(".md") && !path.starts_with(kTests)) paths.insert(path);
  }
  for (const std::string_view folder : kSourceFolders) {
    const std::string path(folder);
    if (disk.Kind(JoinPath(root, path)) == FileKind::kDirectory) {
      FindSources(disk, root, path, paths);
    }
  }
  std::vector<SourceText> texts;
  for (const std::string& path : paths) {
    if (disk.Kind(JoinPath(root, path)) != FileKind::kFile) continue;
    std::optional<std::string> text = disk.Read(JoinPath(root, path));
    if (!text || text->size() > kLargest || text->find('\0') != std::string::npos) continue;
    SourceText source{path, std::nullopt, false, std::move(*text)};
    if (const auto entry = lock.files.find(path); entry != lock.files.end()) {
      source.ownership = entry->second.ownership;
      source.edited = entry->second.state == FileState::kEjected ||
                      !HasDigest(source.text, entry->second.sha256);
    }
    texts.push_back(std::move(source));
  }
  return texts;
}

}  // namespace plugingen::project
