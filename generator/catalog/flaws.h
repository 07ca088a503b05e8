// Checks the format of the catalogue's files. The readers (history.h, c_api.h) require valid input.
// Tests check the embedded files, and this code checks the files of a user's folder before
// plugingen reads them.

#ifndef PLUGINGEN_CATALOG_FLAWS_H_
#define PLUGINGEN_CATALOG_FLAWS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plugingen::catalog {

struct Flaw {
  size_t line = 0;  // starts at 1
  std::string message;
};

// Returns the first line that does not have the format of catalog/tensorflow.txt.
std::optional<Flaw> FindFlawOfOps(std::string_view text);
// The same for catalog/c_api.txt.
std::optional<Flaw> FindFlawOfCApi(std::string_view text);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_FLAWS_H_
