// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Computes equal nodes once.

#ifndef PLUGGABLE_GRAPH_MERGE_H_
#define PLUGGABLE_GRAPH_MERGE_H_

#include "graph/graph.h"
#include "graph/rewrite.h"
#include "graph/surroundings.h"

namespace pluggable::graph {

// Merges nodes that have one of the rewrite's ops and are equal in op, device, attributes and
// inputs, including control inputs: their consumers use the first one. Returns the number of nodes
// that are no longer needed.
//
// TensorFlow does so for stateless ops. It never considers two reads of a variable equal, nor
// anything computed from them, although each variable's update starts by reading the optimizer's
// variables. Here, two reads that wait for the same nodes are equal, since no write can come
// between them.
int MergeEqualNodes(const Rewrite& rewrite, const Surroundings& surroundings, Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_MERGE_H_
