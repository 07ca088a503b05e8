// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Computes equal nodes once.

#ifndef PLUGGABLE_GRAPH_MERGE_H_
#define PLUGGABLE_GRAPH_MERGE_H_

#include "graph/graph.h"
#include "graph/rewrite.h"
#include "graph/surroundings.h"

namespace pluggable::graph {

// Gives the consumers of each node with one of the rewrite's ops to the first node that is equal:
// in op, device, attrs and inputs, control inputs among them. Returns how many nodes that made
// superfluous.
//
// Core does so for ops without state. Two reads of a variable are equal for it never, nor is what
// is computed from them, though every variable's update begins with the optimizer's own: here no
// write can be between two reads that wait for the same.
int MergeEqualNodes(const Rewrite& rewrite, const Surroundings& surroundings, Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_MERGE_H_
