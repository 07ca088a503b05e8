// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Merges nodes that compute element by element into one node, as many as possible.

#ifndef PLUGGABLE_GRAPH_CHAIN_H_
#define PLUGGABLE_GRAPH_CHAIN_H_

#include "graph/graph.h"
#include "graph/rewrite.h"
#include "graph/surroundings.h"

namespace pluggable::graph {

// Replaces each group of two or more nodes of the rewrite's chain by one node with its op, and
// returns the number of groups. A group is a node together with the nodes that compute its inputs,
// as long as their ops belong to the chain, they have the same type and device, and nothing outside
// the group uses them.
//
// The inputs of the new node are the tensors that enter the group. Its attribute `steps` has a text
// for each op in the order of computation, such as "Mul 0 3": the op and its operands. Operands
// below N are inputs, the others are results of steps.
int ReplaceChains(const Rewrite& rewrite, const Surroundings& surroundings, Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_CHAIN_H_
