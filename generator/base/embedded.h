// The templates, catalogue data and scripts inside the binary, so that plugingen is one file.

#ifndef PLUGINGEN_BASE_EMBEDDED_H_
#define PLUGINGEN_BASE_EMBEDDED_H_

#include <span>
#include <string_view>

namespace plugingen::base {

struct EmbeddedFile {
  std::string_view path;  // relative to the repository: "templates/README.md", "catalog/sets.txt"
  std::string_view text;
};

// All files, sorted by path. Defined in a unit that the build makes (cmake/embed.cmake).
std::span<const EmbeddedFile> EmbeddedFiles();

// The text of one file. Throws std::logic_error when there is none: the paths are ours.
std::string_view EmbeddedText(std::string_view path);

// Whether there is such a file.
bool HasEmbeddedText(std::string_view path);

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_EMBEDDED_H_
