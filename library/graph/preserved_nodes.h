// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The nodes of a graph that have to stay what they are.

#ifndef PLUGGABLE_GRAPH_PRESERVED_NODES_H_
#define PLUGGABLE_GRAPH_PRESERVED_NODES_H_

#include <tensorflow/c/experimental/grappler/grappler.h>

#include <optional>
#include <string>
#include <unordered_set>

#include "graph/graph.h"

namespace pluggable::graph {

using NodeNames = std::unordered_set<std::string>;

// What core says is fed, fetched, or to be kept for another reason. Nothing if it cannot be asked:
// the functions for that are in none of the libraries that plugins link, so they are looked up in
// the process.
std::optional<NodeNames> PreservedNodes(const TF_GrapplerItem* item);

// What the graph is run for, of a graph that is no function's. Empty if core cannot be asked.
NodeNames FetchedNodes(const TF_GrapplerItem* item);

// Whether the graph is a function's, with results: then no node is fetched or fed by its name. What
// core wants preserved besides arguments and results is what has to run, reads of variables
// included (2.12 to 2.21).
bool IsOfFunction(const Graph& graph);

// What the graph itself tells of it: a function's arguments and results, and every node that
// nothing consumes. Nothing for a graph without results of a function, any node of which may be
// fetched.
std::optional<NodeNames> PreservedNodes(const Graph& graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_PRESERVED_NODES_H_
