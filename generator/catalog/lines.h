// Reading the catalogue's line formats.

#ifndef PLUGINGEN_CATALOG_LINES_H_
#define PLUGINGEN_CATALOG_LINES_H_

#include <string_view>
#include <vector>

namespace plugingen::catalog {

// Takes the first line off `text`; the line comes without its break.
std::string_view TakeLine(std::string_view& text);
// Takes what stands before the first `separator` (or all) off `text`; both sides lose outer blanks.
std::string_view TakePart(std::string_view& text, char separator);
// The parts of `text` between separators, without outer blanks and without empty ones.
std::vector<std::string_view> SplitParts(std::string_view text, char separator);
// `text` without outer blanks.
std::string_view Stripped(std::string_view text);
// Takes lines until one that holds facts; comments (#) and blank lines are skipped. "" at the end.
std::string_view TakeFact(std::string_view& text);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_LINES_H_
