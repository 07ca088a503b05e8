#include "project/package_rename.h"

#include <set>
#include <string_view>

namespace plugingen::project {
namespace {

constexpr std::string_view kFolder = "python/";

// Returns "python/acme/" for "python/acme/ops.py", and "" for other paths.
std::string PackageOf(const std::string& path) {
  if (!path.starts_with(kFolder)) return "";
  const size_t slash = path.find('/', kFolder.size());
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

}  // namespace

PackageRename FindPackageRename(const std::vector<base::OutputFile>& outputs, const Lock& lock) {
  std::set<std::string> now;
  for (const base::OutputFile& output : outputs) now.insert(PackageOf(output.path));
  std::set<std::string> before;
  for (const auto& [path, entry] : lock.files) {
    // (An ejected file may have an older name of the plugin.)
    if (entry.state != FileState::kEjected) before.insert(PackageOf(path));
  }
  before.erase("");
  now.erase("");
  const bool is_renamed = before.size() == 1 && now.size() == 1 && before != now;
  return is_renamed ? PackageRename{*before.begin(), *now.begin()} : PackageRename{};
}

}  // namespace plugingen::project
