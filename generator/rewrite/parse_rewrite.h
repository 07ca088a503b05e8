// Parses and checks an item of `graph.rewrites:` with `match`.

#ifndef PLUGINGEN_REWRITE_PARSE_REWRITE_H_
#define PLUGINGEN_REWRITE_PARSE_REWRITE_H_

#include <optional>

#include "diag/diagnostic.h"
#include "op/callee_finder.h"
#include "rewrite/rewrite.h"
#include "spec/spec.h"

namespace plugingen::rewrite {

// Reports a mistake to the sink (E0371 to E0377; E0340, E0342, E0343, E0346) and returns nothing.
std::optional<Rewrite> ParseRewrite(const spec::RewriteEntry& entry, const op::KnownOps& ops,
                                    diag::Sink& sink);

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_PARSE_REWRITE_H_
