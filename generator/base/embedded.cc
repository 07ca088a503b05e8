#include "base/embedded.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace plugingen::base {

namespace {

// Returns null if the file does not exist.
const EmbeddedFile* Find(std::string_view path) {
  const std::span<const EmbeddedFile> files = EmbeddedFiles();
  const auto found = std::lower_bound(
      files.begin(), files.end(), path,
      [](const EmbeddedFile& file, std::string_view wanted) { return file.path < wanted; });
  return found == files.end() || found->path != path ? nullptr : &*found;
}

}  // namespace

std::string_view EmbeddedText(std::string_view path) {
  const EmbeddedFile* const file = Find(path);
  if (file == nullptr) throw std::logic_error("no embedded file " + std::string(path));
  return file->text;
}

bool HasEmbeddedText(std::string_view path) { return Find(path) != nullptr; }

}  // namespace plugingen::base
