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
constexpr std::string_view kKernels = "library/kernels/";
constexpr std::string_view kHeaders = "library/include/";
constexpr std::string_view kPython = "library/python/";

// The library's files that the plugin compiles, according to the list that the build reads, or
// that its Python package has. A header belongs to the folder whose units are compiled.
class CompiledLibrary {
 public:
  CompiledLibrary(const FileSystem& disk, const std::string& root)
      : list_(disk.Read(JoinPath(root, "src/generated/library.cmake")).value_or("")) {}

  bool Has(std::string_view path) const {
    if (!path.starts_with(base::kLibraryFolder) || path.starts_with(kHeaders)) return true;
    if (path.starts_with(kPython)) return true;
    if (path.starts_with(kTests)) return false;
    if (path.starts_with(kKernels)) {
      const std::string_view name = path.substr(kKernels.size());
      return Lists("\npluggable_add_kernel(" + std::string(name.substr(0, name.rfind('.'))) + "\n");
    }
    if (path.ends_with(".cc")) return Lists("  " + std::string(path) + "\n");
    return Lists("  " + std::string(path.substr(0, path.rfind('/') + 1)));
  }

 private:
  bool Lists(const std::string& text) const { return list_.find(text) != std::string::npos; }

  std::string list_;
};

}  // namespace

std::vector<SourceText> ReadSourceTexts(const FileSystem& disk, const std::string& root,
                                        const Lock& lock) {
  std::set<std::string> paths;
  const CompiledLibrary library(disk, root);
  for (const auto& [path, entry] : lock.files) {
    if (!path.ends_with(".md") && library.Has(path)) paths.insert(path);
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
