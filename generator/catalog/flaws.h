// Whether a text has the format of the catalogue's files. The readers (history.h, c_api.h) take
// that for granted: what is built into the program is tested, what a user's folder has is checked
// first.

#ifndef PLUGINGEN_CATALOG_FLAWS_H_
#define PLUGINGEN_CATALOG_FLAWS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plugingen::catalog {

struct Flaw {
  size_t line = 0;  // from 1
  std::string message;
};

// The first thing in the text that is not as in catalog/tensorflow.txt.
std::optional<Flaw> FindFlawOfOps(std::string_view text);
// Likewise of catalog/c_api.txt.
std::optional<Flaw> FindFlawOfCApi(std::string_view text);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_FLAWS_H_
