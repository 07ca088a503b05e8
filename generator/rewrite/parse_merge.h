// Parses and checks an item of `graph.rewrites:` with `merge`.

#ifndef PLUGINGEN_REWRITE_PARSE_MERGE_H_
#define PLUGINGEN_REWRITE_PARSE_MERGE_H_

#include <optional>

#include "diag/diagnostic.h"
#include "op/callee_finder.h"
#include "rewrite/merge.h"
#include "spec/spec.h"

namespace plugingen::rewrite {

// Reports a mistake to the sink (E0342, E0343, E0380) and returns nothing.
std::optional<Merge> ParseMerge(const spec::RewriteEntry& entry, const op::KnownOps& ops,
                                diag::Sink& sink);

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_PARSE_MERGE_H_
