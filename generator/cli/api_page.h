// The output of `plugingen api list`.

#ifndef PLUGINGEN_CLI_API_PAGE_H_
#define PLUGINGEN_CLI_API_PAGE_H_

#include <optional>
#include <string>
#include <string_view>

#include "catalog/c_api.h"

namespace plugingen::cli {

// Returns a table of every struct, function, enum, macro and type that concerns plugins. Each line
// starts with the name, followed by the kind and the releases that have it. `release` is an index;
// with it, the table contains only the entries of that release.
std::string ApiTable(const catalog::CApi& api, std::optional<size_t> release);

// Describes `name` in full. It may be an entry of the API, a field, a value of an enum, or a name
// that exists only in drafts. Returns "" for any other name, and for a name that `release` (an
// index) does not have.
std::string ApiPage(const catalog::CApi& api, std::string_view name, std::optional<size_t> release);

// Describes which of the releases `all` are in `part`: "since 2.7", "until 2.6", "only in 2.13", or
// "" if `part` contains all of them.
std::string When(catalog::ReleaseSet part, catalog::ReleaseSet all, const catalog::CApi& api);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_API_PAGE_H_
