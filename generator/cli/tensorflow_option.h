// The option --tensorflow of commands that look something up, and releases as arguments.

#ifndef PLUGINGEN_CLI_TENSORFLOW_OPTION_H_
#define PLUGINGEN_CLI_TENSORFLOW_OPTION_H_

#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "cli/console.h"

namespace plugingen::cli {

// Finds `release` in `known`, which is sorted by age and not empty. If `nightly` is not empty, the
// word "nightly" means that release. Otherwise prints an error with the nearest known release and
// returns "".
std::string_view KnownRelease(const std::string& release,
                              const std::vector<std::string_view>& known, std::string_view nightly,
                              Console& console);

// Returns the catalogue of the release, or of the newest one for "". For an unknown release, prints
// the error of KnownRelease and returns null.
const catalog::Catalog* CatalogOf(const std::string& release, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_TENSORFLOW_OPTION_H_
