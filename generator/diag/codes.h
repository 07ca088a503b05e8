// The page behind every diagnostic code: what `plugingen explain E0203` prints.

#ifndef PLUGINGEN_DIAG_CODES_H_
#define PLUGINGEN_DIAG_CODES_H_

#include <span>
#include <string_view>

namespace plugingen::diag {

struct CodePage {
  std::string_view code;   // "E0203"
  std::string_view title;  // one line, lower case
  std::string_view text;   // what is wrong, an example, what to do; ends with a line break
};

// All pages, sorted by code.
std::span<const CodePage> CodePages();

// The page of a code in any case ("e0203"), or null.
const CodePage* FindCodePage(std::string_view code);

}  // namespace plugingen::diag

#endif  // PLUGINGEN_DIAG_CODES_H_
