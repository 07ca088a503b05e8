// Texts as lines, and how they end.

#ifndef PLUGINGEN_BASE_LINES_H_
#define PLUGINGEN_BASE_LINES_H_

#include <string>
#include <string_view>
#include <vector>

namespace plugingen::base {

// The lines of a text with their line breaks; only the last may lack one.
std::vector<std::string_view> SplitLines(std::string_view text);

// How the lines of a text end. A text without line breaks has those of Unix; one with both kinds is
// mixed, and its carriage returns count as text.
enum class LineEnds { kUnix, kDos, kMixed };
LineEnds LineEndsOf(std::string_view text);

// CR LF -> LF.
std::string WithoutCarriageReturns(std::string_view text);
// A text whose lines end with LF, with CR LF in place of them.
std::string WithCarriageReturns(std::string_view text);

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_LINES_H_
