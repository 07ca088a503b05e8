// What `plugingen api list` prints.

#ifndef PLUGINGEN_CLI_API_PAGE_H_
#define PLUGINGEN_CLI_API_PAGE_H_

#include <optional>
#include <string>
#include <string_view>

#include "catalog/c_api.h"

namespace plugingen::cli {

// An entry for each struct, function, enum, macro and type that concerns plugins: its name, at the
// beginning of a line, its kind, and the releases that have it; with a release (an index) those
// that are in it.
std::string ApiTable(const catalog::CApi& api, std::optional<size_t> release);

// All about what is called `name`: an entry of the API, a field, a value of an enum, or a name that
// only drafts have. "" for a name that is none of them, and for what the release does not have.
std::string ApiPage(const catalog::CApi& api, std::string_view name, std::optional<size_t> release);

// "since 2.7", "until 2.6", "only in 2.13": those of `all`, the releases of something as a whole,
// that have a part of it; "" for all of them.
std::string When(catalog::ReleaseSet part, catalog::ReleaseSet all, const catalog::CApi& api);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_API_PAGE_H_
