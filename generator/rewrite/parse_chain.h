// Parses and checks an item of `graph.rewrites:` with `chain`.

#ifndef PLUGINGEN_REWRITE_PARSE_CHAIN_H_
#define PLUGINGEN_REWRITE_PARSE_CHAIN_H_

#include <optional>

#include "diag/diagnostic.h"
#include "op/callee_finder.h"
#include "rewrite/chain.h"
#include "spec/spec.h"

namespace plugingen::rewrite {

// Reports a mistake to the sink (E0342, E0343, E0379) and returns nothing.
std::optional<Chain> ParseChain(const spec::RewriteEntry& entry, const op::KnownOps& ops,
                                diag::Sink& sink);

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_PARSE_CHAIN_H_
