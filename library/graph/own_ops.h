// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The plugin's own ops.

#ifndef PLUGGABLE_GRAPH_OWN_OPS_H_
#define PLUGGABLE_GRAPH_OWN_OPS_H_

#include <string_view>

#include "pluggable/span.h"

namespace pluggable::graph {

// Their names. There are some, and this function, only with features::kOwnOps.
Span<const std::string_view> OwnOps();

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_OWN_OPS_H_
