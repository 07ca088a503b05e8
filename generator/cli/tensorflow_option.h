// The option --tensorflow of commands that look things up.

#ifndef PLUGINGEN_CLI_TENSORFLOW_OPTION_H_
#define PLUGINGEN_CLI_TENSORFLOW_OPTION_H_

#include <string>

#include "catalog/catalog.h"
#include "cli/console.h"

namespace plugingen::cli {

// The catalogue of the release that the option names, of the newest for "". Complains, with the
// nearest release that is known, and returns null for another.
const catalog::Catalog* CatalogOf(const std::string& release, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_TENSORFLOW_OPTION_H_
