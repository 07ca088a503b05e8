// The output of `plugingen api list --json`.

#ifndef PLUGINGEN_CLI_API_JSON_H_
#define PLUGINGEN_CLI_API_JSON_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "catalog/c_api.h"

namespace plugingen::cli {

// Returns {"releases": [...], "entries": [...]}. If `names` is empty, the entries are those of
// ApiTable(), each with `kind`, `name` and `releases`. Otherwise they are the entries that
// ApiPage() describes for these names. Each of them also has `versions`: the entry's content for
// each run of releases in which it did not change. `drafts` lists the given names that exist only
// in drafts. `release` is an index; with it, the result covers only that release.
base::Json ApiJson(const catalog::CApi& api, const std::vector<std::string>& names,
                   std::optional<size_t> release);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_API_JSON_H_
