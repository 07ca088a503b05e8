// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The ops that the plugin defines.

#ifndef PLUGGABLE_GRAPH_OWN_OPS_H_
#define PLUGGABLE_GRAPH_OWN_OPS_H_

#include <string_view>

#include "pluggable/span.h"

namespace pluggable::graph {

// Their names. Both the ops and this function exist only with features::kOwnOps.
Span<const std::string_view> OwnOps();

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_OWN_OPS_H_
