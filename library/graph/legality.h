// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Whether rewriting a match would go unnoticed by the rest of the graph.

#ifndef PLUGGABLE_GRAPH_LEGALITY_H_
#define PLUGGABLE_GRAPH_LEGALITY_H_

#include <vector>

#include "graph/graph.h"
#include "graph/matcher.h"
#include "graph/rewrite.h"
#include "graph/surroundings.h"

namespace pluggable::graph {

// The nodes of a match that are removed: all but the root, each once.
std::vector<int> InnerNodes(const Match& match);

// Whether a match can be replaced. Its nodes must be on one device of the plugin, nothing outside
// of the match may use the inner nodes, and nothing may use an output of the root that would no
// longer exist.
bool IsLegal(const Graph& graph, const Rewrite& rewrite, const Match& match,
             const Surroundings& surroundings);

// Whether only these nodes use the node: nothing else consumes it, waits for it, is colocated with
// it, fetches it or feeds it.
bool IsHidden(const Graph& graph, int node, const std::vector<int>& by,
              const Surroundings& surroundings);

// Whether nodes other than the given ones are colocated with the node.
bool IsAnchor(const Graph& graph, int node, const std::vector<int>& others);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_LEGALITY_H_
