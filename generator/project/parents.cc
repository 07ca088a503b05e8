#include "project/parents.h"

#include <string_view>

namespace plugingen::project {

std::string Parents::InTheWay(const std::string& path) {
  for (size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    const std::string_view parent = std::string_view(path).substr(0, slash);
    auto found = kinds_.find(parent);
    if (found == kinds_.end()) {
      found = kinds_.emplace(parent, disk_.Kind(JoinPath(root_, parent))).first;
    }
    if (found->second == FileKind::kMissing) return "";
    if (found->second != FileKind::kDirectory) return std::string(parent);
  }
  return "";
}

}  // namespace plugingen::project
