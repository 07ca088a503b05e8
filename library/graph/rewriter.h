// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Rewrites a graph until no pattern matches.

#ifndef PLUGGABLE_GRAPH_REWRITER_H_
#define PLUGGABLE_GRAPH_REWRITER_H_

#include <vector>

#include "graph/graph.h"
#include "graph/rewrite.h"
#include "graph/surroundings.h"

namespace pluggable::graph {

// Returns the number of times that each rewrite was applied. A pass tries each rewrite, in the
// order of the table, at every node with an op of its root. The next pass tries all of them again.
std::vector<int> RewriteGraph(const std::vector<Rewrite>& rewrites,
                              const Surroundings& surroundings, Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_REWRITER_H_
