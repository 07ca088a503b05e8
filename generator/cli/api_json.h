// What `plugingen api list --json` prints.

#ifndef PLUGINGEN_CLI_API_JSON_H_
#define PLUGINGEN_CLI_API_JSON_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "catalog/c_api.h"

namespace plugingen::cli {

// {"releases": [...], "entries": [...]}. Without `names` the entries are those of ApiTable(), each
// with `kind`, `name` and `releases`. With names they are those that ApiPage() tells of, with
// `versions` too: what the entry was, for each run of releases in which it was the same. Names that
// only drafts have are in `drafts`. With a release (an index) nothing of others is told.
base::Json ApiJson(const catalog::CApi& api, const std::vector<std::string>& names,
                   std::optional<size_t> release);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_API_JSON_H_
