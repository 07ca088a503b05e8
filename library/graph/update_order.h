// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// In which order the updates of variables are to run, so that each can be parted into reading,
// computing and assigning without losing what another one wrote in between.

#ifndef PLUGGABLE_GRAPH_UPDATE_ORDER_H_
#define PLUGGABLE_GRAPH_UPDATE_ORDER_H_

#include <vector>

#include "graph/control_flow.h"
#include "graph/graph.h"
#include "graph/variable_writers.h"

namespace pluggable::graph {

struct UpdateOrder {
  std::vector<int> updates;  // those that can be parted
  // The second node of each pair has to wait for the first one.
  std::vector<std::pair<int, int>> waits;
};

// Finds an order for the writers that may meet in one variable, one of which is an update: where
// the graph says which comes first that stays, and where it does not one waits for the other. In a
// loop an iteration waits for that before it. An update is left out where that cannot be had, as
// between two conditions that may both hold or not.
UpdateOrder OrderUpdates(const Graph& graph, const std::vector<bool>& runs, const ControlFlow& flow,
                         const std::vector<VariableWriter>& writers);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_UPDATE_ORDER_H_
