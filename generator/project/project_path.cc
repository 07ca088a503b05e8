#include "project/project_path.h"

#include <algorithm>
#include <string>

#include "base/file_system.h"
#include "base/text.h"

namespace plugingen::project {
namespace {

// In lower case, because some file systems ignore case.
constexpr std::string_view kVersionControl[] = {".git", ".hg",    ".svn",   ".bzr",    "cvs",
                                                ".jj",  "_darcs", ".pijul", ".fossil", ".sl"};

bool IsOfVersionControl(std::string_view name) {
  const std::string lower = base::ToLower(name);
  return std::find(std::begin(kVersionControl), std::end(kVersionControl), lower) !=
         std::end(kVersionControl);
}

}  // namespace

bool IsProjectPath(std::string_view path) {
  if (!IsSafeRelativePath(path)) return false;
  while (true) {
    const size_t slash = std::min(path.find('/'), path.size());
    if (IsOfVersionControl(path.substr(0, slash))) return false;
    if (slash == path.size()) return true;
    path.remove_prefix(slash + 1);
  }
}

bool IsRecordable(std::string_view path) {
  return IsProjectPath(path) && base::FindInvalidUtf8(path) == std::string_view::npos;
}

}  // namespace plugingen::project
