// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Whether nobody sees that a match is rewritten.

#ifndef PLUGGABLE_GRAPH_LEGALITY_H_
#define PLUGGABLE_GRAPH_LEGALITY_H_

#include <vector>

#include "graph/graph.h"
#include "graph/matcher.h"
#include "graph/rewrite.h"
#include "graph/surroundings.h"

namespace pluggable::graph {

// The nodes of a match that vanish: all but the root, each once.
std::vector<int> InnerNodes(const Match& match);

// Whether a match can be replaced: its nodes are on one device of the plugin, nothing but they
// themselves sees the inner ones, and no output of the root is used that there will not be.
bool IsLegal(const Graph& graph, const Rewrite& rewrite, const Match& match,
             const Surroundings& surroundings);

// Whether the node is seen by these nodes alone: nothing else uses it, waits for it, is bound to it
// by colocation, or fetches or feeds it.
bool IsHidden(const Graph& graph, int node, const std::vector<int>& by,
              const Surroundings& surroundings);

// Whether others than the given nodes are bound to the node by colocation.
bool IsAnchor(const Graph& graph, int node, const std::vector<int>& others);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_LEGALITY_H_
