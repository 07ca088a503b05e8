// Reads and checks an item with `merge` under `graph.rewrites:`.

#ifndef PLUGINGEN_REWRITE_PARSE_MERGE_H_
#define PLUGINGEN_REWRITE_PARSE_MERGE_H_

#include <optional>

#include "diag/diagnostic.h"
#include "op/callee_finder.h"
#include "rewrite/merge.h"
#include "spec/spec.h"

namespace plugingen::rewrite {

// Nothing after a mistake, which goes to the sink (E0342, E0343, E0380).
std::optional<Merge> ParseMerge(const spec::RewriteEntry& entry, const op::KnownOps& ops,
                                diag::Sink& sink);

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_PARSE_MERGE_H_
