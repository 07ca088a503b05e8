// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Conditions of a rewrite on pairs of values.

#ifndef PLUGGABLE_GRAPH_CONDITIONS_H_
#define PLUGGABLE_GRAPH_CONDITIONS_H_

#include "graph/graph.h"
#include "graph/matcher.h"
#include "graph/rewrite.h"

namespace pluggable::graph {

// Whether the values of the match satisfy the condition.
bool IsFulfilled(const Condition& condition, const Graph& graph, const Match& match);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_CONDITIONS_H_
