// The templates, catalogue data and scripts inside the program, so that plugingen is a single file.

#ifndef PLUGINGEN_BASE_EMBEDDED_H_
#define PLUGINGEN_BASE_EMBEDDED_H_

#include <span>
#include <string_view>

namespace plugingen::base {

struct EmbeddedFile {
  std::string_view path;  // in the repository: "templates/README.md", "catalog/sets.txt"
  std::string_view text;
};

// All files, sorted by path. The build generates their definition (cmake/embed.cmake).
std::span<const EmbeddedFile> EmbeddedFiles();

// Returns the text of a file. Throws std::logic_error if it does not exist, because all callers use
// fixed paths.
std::string_view EmbeddedText(std::string_view path);

// True if the file exists.
bool HasEmbeddedText(std::string_view path);

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_EMBEDDED_H_
