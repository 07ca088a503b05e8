// The option --tensorflow of commands that look things up, and releases as arguments.

#ifndef PLUGINGEN_CLI_TENSORFLOW_OPTION_H_
#define PLUGINGEN_CLI_TENSORFLOW_OPTION_H_

#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "cli/console.h"

namespace plugingen::cli {

// The one of `known` (oldest first, not empty) that is called `release`; with a `nightly` that word
// names it too. Complains, with the nearest release that is known, and returns "" for another.
std::string_view KnownRelease(const std::string& release,
                              const std::vector<std::string_view>& known, std::string_view nightly,
                              Console& console);

// The catalogue of the release that the option names, of the newest for "". Complains as
// KnownRelease does and returns null for another.
const catalog::Catalog* CatalogOf(const std::string& release, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_TENSORFLOW_OPTION_H_
