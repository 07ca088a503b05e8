// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The nodes of a graph that must not change.

#ifndef PLUGGABLE_GRAPH_PRESERVED_NODES_H_
#define PLUGGABLE_GRAPH_PRESERVED_NODES_H_

#include <tensorflow/c/experimental/grappler/grappler.h>

#include <optional>
#include <string>
#include <unordered_set>

#include "graph/graph.h"

namespace pluggable::graph {

using NodeNames = std::unordered_set<std::string>;

// The nodes that, according to TensorFlow, are fed, fetched, or kept for another reason. Nothing if
// the functions are missing: no library that plugins link has them, so they are looked up in the
// process.
std::optional<NodeNames> PreservedNodes(const TF_GrapplerItem* item);

// The fetched nodes of a graph that belongs to no function. Empty if the functions are missing.
NodeNames FetchedNodes(const TF_GrapplerItem* item);

// Whether the graph belongs to a function with results. Then no node is fetched or fed by its name.
// Besides arguments and results, TensorFlow preserves all nodes that must run, including reads of
// variables (2.12 to 2.21).
bool IsOfFunction(const Graph& graph);

// The nodes to preserve according to the graph itself: a function's arguments and results, and all
// nodes without consumers. Nothing for a graph without a function's results, since any of its nodes
// may be fetched.
std::optional<NodeNames> PreservedNodes(const Graph& graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_PRESERVED_NODES_H_
