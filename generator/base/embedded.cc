#include "base/embedded.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace plugingen::base {

std::string_view EmbeddedText(std::string_view path) {
  const std::span<const EmbeddedFile> files = EmbeddedFiles();
  const auto found = std::lower_bound(
      files.begin(), files.end(), path,
      [](const EmbeddedFile& file, std::string_view wanted) { return file.path < wanted; });
  if (found == files.end() || found->path != path) {
    throw std::logic_error("no embedded file " + std::string(path));
  }
  return found->text;
}

}  // namespace plugingen::base
