// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Makes chains keep a variable's value themselves if the computation of the new value fails.

#ifndef PLUGGABLE_VARIABLES_KEPT_VALUES_IN_CHAINS_H_
#define PLUGGABLE_VARIABLES_KEPT_VALUES_IN_CHAINS_H_

#include <vector>

#include "graph/graph.h"
#include "graph/graph_def.h"
#include "graph/rewrite.h"
#include "graph/surroundings.h"

namespace pluggable::graph {

// Whether a chain's node has the old value of a variable as an input.
bool ReplacesValue(const NodeDef& node);

// Removes the op that knows the old value (kept_values.h) if it follows a chain that can keep
// values itself, and passes the old value to the chain instead. Call it after the rewrites.
void KeepValuesInChains(const std::vector<Rewrite>& rewrites, const Surroundings& surroundings,
                        Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_VARIABLES_KEPT_VALUES_IN_CHAINS_H_
