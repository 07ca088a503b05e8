// Reads and checks an item under `graph.rewrites:`.

#ifndef PLUGINGEN_REWRITE_PARSE_REWRITE_H_
#define PLUGINGEN_REWRITE_PARSE_REWRITE_H_

#include <optional>

#include "diag/diagnostic.h"
#include "op/callee_finder.h"
#include "rewrite/rewrite.h"
#include "spec/spec.h"

namespace plugingen::rewrite {

// Nothing after a mistake, which goes to the sink (E0371 to E0377; E0340, E0342, E0343, E0346).
std::optional<Rewrite> ParseRewrite(const spec::RewriteEntry& entry, const op::KnownOps& ops,
                                    diag::Sink& sink);

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_PARSE_REWRITE_H_
