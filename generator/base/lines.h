// Lines of texts and their line ends.

#ifndef PLUGINGEN_BASE_LINES_H_
#define PLUGINGEN_BASE_LINES_H_

#include <string>
#include <string_view>
#include <vector>

namespace plugingen::base {

// Splits a text into lines with their line breaks. Only the last line may lack one.
std::vector<std::string_view> SplitLines(std::string_view text);

// The line ends of a text. A text without line breaks is kUnix. A text with both kinds is kMixed;
// its carriage returns count as text.
enum class LineEnds { kUnix, kDos, kMixed };
LineEnds LineEndsOf(std::string_view text);

// Replaces CR LF by LF.
std::string WithoutCarriageReturns(std::string_view text);
// Replaces LF by CR LF in a text without CR.
std::string WithCarriageReturns(std::string_view text);

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_LINES_H_
