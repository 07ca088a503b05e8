#include "project/source_texts.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "project/digest.h"
#include "project/files_below.h"

namespace plugingen::project {
namespace {

constexpr std::string_view kSourceFolders[] = {"src", "include", "tests", "python"};
constexpr std::string_view kEndings[] = {".cc", ".h", ".py", ".yaml"};

bool HasNoSources(const std::string& /*path*/, const std::string& folder) {
  return folder.starts_with('.') || folder.starts_with("build") || folder == "__pycache__";
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
    for (const FileBelow& file : FilesBelow(disk, root, std::string(folder), HasNoSources)) {
      const bool is_source = base::EndsWithAny(file.path, kEndings);
      if (file.kind == FileKind::kFile && is_source) paths.insert(file.path);
    }
  }
  std::vector<SourceText> texts;
  for (const std::string& path : paths) {
    if (disk.Kind(JoinPath(root, path)) != FileKind::kFile) continue;
    std::optional<std::string> text = disk.Read(JoinPath(root, path));
    if (!text || text->size() > kLargestSource || text->find('\0') != std::string::npos) continue;
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
