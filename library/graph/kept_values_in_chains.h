// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Chains that keep the value of a variable themselves if the computation of its new one fails.

#ifndef PLUGGABLE_GRAPH_KEPT_VALUES_IN_CHAINS_H_
#define PLUGGABLE_GRAPH_KEPT_VALUES_IN_CHAINS_H_

#include <vector>

#include "graph/graph.h"
#include "graph/graph_def.h"
#include "graph/rewrite.h"
#include "graph/surroundings.h"

namespace pluggable::graph {

// Whether a chain's node has been given the old value of a variable.
bool ReplacesValue(const NodeDef& node);

// Removes the op that knows the old value (kept_values.h) behind chains that keep values
// themselves, once they know the old one. Call it after the rewrites.
void KeepValuesInChains(const std::vector<Rewrite>& rewrites, const Surroundings& surroundings,
                        Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_KEPT_VALUES_IN_CHAINS_H_
