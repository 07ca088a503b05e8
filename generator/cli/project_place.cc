#include "cli/project_place.h"

#include <filesystem>
#include <memory>
#include <system_error>

#include "base/text.h"
#include "project/lock.h"

namespace plugingen::cli {
namespace {

namespace fs = std::filesystem;

// Removes "./", "//" and a slash at the end, and resolves ".." without following links.
std::string Normal(const std::string& path) {
  std::string text = fs::path(path).lexically_normal().generic_string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text.empty() ? "." : text;
}

// True if the file or folder is in the project or in its lock. A deleted file counts, because it
// can be restored.
bool Has(const std::string& path, ProjectFolder& project) {
  if (path == "." || project.disk().Kind(JoinPath(project.root(), path)) != FileKind::kMissing) {
    return true;
  }
  const auto& files = project.state().lock.files;
  const auto below = files.lower_bound(path + "/");
  return files.contains(path) || (below != files.end() && below->first.starts_with(path + "/"));
}

// Resolves a path from the current folder. Returns it relative to the project, or "" if it is
// outside.
std::string FromCurrentFolder(const std::string& path, const std::string& root) {
  const fs::path absolute = fs::path(RealFolder(".")) / Normal(path);
  // Resolves links of the folder only, because the file itself may be a link.
  const bool is_folder = absolute.filename() == "." || absolute.filename() == "..";
  const std::string real = is_folder ? RealFolder(absolute.string())
                                     : JoinPath(RealFolder(absolute.parent_path().string()),
                                                absolute.filename().string());
  const std::string relative = fs::path(real).lexically_relative(root).generic_string();
  return relative == ".." || relative.starts_with("../") ? "" : relative;
}

std::string RelativeToProject(const std::string& path, ProjectFolder& project) {
  std::string named = Normal(path);
  const bool is_seen_from_here = path == "." || path == ".." || path.starts_with("./") ||
                                 path.starts_with("../") || path.starts_with("/");
  if (!is_seen_from_here && Has(named, project)) return named;
  const std::string here = FromCurrentFolder(path, project.root());
  return !here.empty() && Has(here, project) ? here : named;
}

}  // namespace

std::string FolderOfProject(const std::string& given, bool quiet, Console& console) {
  if (!given.empty()) return given;
  const std::unique_ptr<FileSystem> disk = MakeRealFileSystem();
  const std::string here = RealFolder(".");
  if (HasRecords(here, *disk)) return ".";
  const std::string above = ProjectAbove(here, *disk);
  if (above.empty()) return ".";
  if (!quiet) console.Note("the project is " + Shown(above));
  return fs::path(above).lexically_relative(here).generic_string();
}

void MakeRelativeToProject(std::vector<std::string>& paths, ProjectFolder& project) {
  for (std::string& path : paths) path = RelativeToProject(path, project);
}

}  // namespace plugingen::cli
