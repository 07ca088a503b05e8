// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What a rewrite asks of pairs of values.

#ifndef PLUGGABLE_GRAPH_CONDITIONS_H_
#define PLUGGABLE_GRAPH_CONDITIONS_H_

#include "graph/graph.h"
#include "graph/matcher.h"
#include "graph/rewrite.h"

namespace pluggable::graph {

// Whether the values of the match fulfil the condition.
bool IsFulfilled(const Condition& condition, const Graph& graph, const Match& match);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_CONDITIONS_H_
