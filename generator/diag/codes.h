// The page for each diagnostic code, which `plugingen explain E0203` prints.

#ifndef PLUGINGEN_DIAG_CODES_H_
#define PLUGINGEN_DIAG_CODES_H_

#include <span>
#include <string_view>

namespace plugingen::diag {

struct CodePage {
  std::string_view code;   // "E0203"
  std::string_view title;  // one line in lower case
  std::string_view text;   // the mistake, an example and the correction; ends with a line break
};

// All pages, sorted by code.
std::span<const CodePage> CodePages();

// Returns the page of a code in upper or lower case ("e0203"), or null.
const CodePage* FindCodePage(std::string_view code);

}  // namespace plugingen::diag

#endif  // PLUGINGEN_DIAG_CODES_H_
