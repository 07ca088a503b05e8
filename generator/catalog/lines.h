// Helpers that parse the catalogue's lines.

#ifndef PLUGINGEN_CATALOG_LINES_H_
#define PLUGINGEN_CATALOG_LINES_H_

#include <string_view>
#include <vector>

namespace plugingen::catalog {

// Removes the first line from `text` and returns it without its line break.
std::string_view TakeLine(std::string_view& text);
// Removes the part before the first `separator` (or the whole text) and returns it. Trims both.
std::string_view TakePart(std::string_view& text, char separator);
// Returns the parts of `text` between separators, trimmed and without empty parts.
std::vector<std::string_view> SplitParts(std::string_view text, char separator);
// Returns `text` without surrounding blanks.
std::string_view Stripped(std::string_view text);
// Removes lines up to the first one with content and returns that one, or "" at the end. Comments
// (#) and blank lines have no content.
std::string_view TakeFact(std::string_view& text);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_LINES_H_
