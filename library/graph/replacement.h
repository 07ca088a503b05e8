// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Replaces a match.

#ifndef PLUGGABLE_GRAPH_REPLACEMENT_H_
#define PLUGGABLE_GRAPH_REPLACEMENT_H_

#include "graph/graph.h"
#include "graph/matcher.h"
#include "graph/rewrite.h"
#include "graph/surroundings.h"

namespace pluggable::graph {

// Replaces a legal match. Does nothing and returns false if TensorFlow lacks an op, or the plugin
// lacks a kernel for one of the new nodes.
bool Replace(const Rewrite& rewrite, const Match& match, const Surroundings& surroundings,
             Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_REPLACEMENT_H_
