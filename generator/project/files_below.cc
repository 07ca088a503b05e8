#include "project/files_below.h"

#include <utility>

namespace plugingen::project {

std::vector<FileBelow> FilesBelow(
    const FileSystem& disk, const std::string& root, const std::string& folder,
    const std::function<bool(const std::string& path, const std::string& name)>& is_left_out) {
  std::vector<FileBelow> files;
  std::vector<std::string> folders;
  if (disk.Kind(JoinPath(root, folder)) == FileKind::kDirectory) folders.push_back(folder);
  while (!folders.empty()) {
    const std::string current = std::move(folders.back());
    folders.pop_back();
    for (const std::string& name : disk.List(JoinPath(root, current))) {
      std::string path = JoinPath(current, name);
      const FileKind kind = disk.Kind(JoinPath(root, path));
      if (kind != FileKind::kDirectory) {
        files.push_back({std::move(path), kind});
      } else if (!is_left_out(path, name)) {
        folders.push_back(std::move(path));
      }
    }
  }
  return files;
}

bool IsHiddenOrCache(const std::string& /*path*/, const std::string& name) {
  return name.starts_with('.') || name == "__pycache__";
}

}  // namespace plugingen::project
