// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Puts nodes that compute element by element together, as many as there are.

#ifndef PLUGGABLE_GRAPH_CHAIN_H_
#define PLUGGABLE_GRAPH_CHAIN_H_

#include "graph/graph.h"
#include "graph/rewrite.h"
#include "graph/surroundings.h"

namespace pluggable::graph {

// Replaces each group of two or more nodes of the rewrite's chain by a node of its op, and returns
// how many groups there were. A group is a node and what it is computed from, as far as that has
// ops of the chain, the same type and device, and is not seen by others.
//
// The new node takes the tensors that come into the group, and in its attr `steps` a text for each
// op, in an order in which they can be computed, "Mul 0 3": the op and its operands, of which those
// below N are the inputs, and the others results of steps.
int ReplaceChains(const Rewrite& rewrite, const Surroundings& surroundings, Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_CHAIN_H_
