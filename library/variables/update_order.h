// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Orders the updates of variables so that each can be split into reading, computing and assigning
// without losing another update in between.

#ifndef PLUGGABLE_VARIABLES_UPDATE_ORDER_H_
#define PLUGGABLE_VARIABLES_UPDATE_ORDER_H_

#include <vector>

#include "graph/graph.h"
#include "variables/control_flow.h"
#include "variables/variable_writers.h"

namespace pluggable::graph {

struct UpdateOrder {
  std::vector<int> updates;  // the updates that can be split
  // The second node of each pair must wait for the first one.
  std::vector<std::pair<int, int>> waits;
};

// Finds an order for the writers that may meet in one variable if one of them is an update. An
// order that the graph has is kept; where there is none, one writer waits for the other. In a loop,
// each iteration waits for the previous one. An update is left out if no order is possible, for
// example between two independent conditions.
UpdateOrder OrderUpdates(const Graph& graph, const std::vector<bool>& runs, const ControlFlow& flow,
                         const std::vector<VariableWriter>& writers);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_VARIABLES_UPDATE_ORDER_H_
