// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Splits updates of variables into ops that a plugin can run in any TensorFlow.

#ifndef PLUGGABLE_VARIABLES_VARIABLE_UPDATES_H_
#define PLUGGABLE_VARIABLES_VARIABLE_UPDATES_H_

#include <string_view>

#include "graph/graph.h"
#include "graph/preserved_nodes.h"
#include "plugin/kernel_table.h"
#include "variables/tensor_ops.h"

namespace pluggable::graph {

// The information besides the graph's nodes.
struct UpdateSurroundings {
  std::string_view device_type;  // other nodes are not changed
  KernelTable kernels;
  TensorOpTable tensor_ops;
  NodeNames preserved;
  NodeNames fetched;  // the fetched nodes, if the graph belongs to no function
};

// Replaces each op on variables that the plugin has a kernel of by a ReadVariableOp, the plugin's
// op on tensors, and an AssignVariableOp. Adds control edges so that no update in the graph is lost
// (update_order.h). Nodes that others wait for keep their names. Returns the number of split ops.
int PartVariableUpdates(const UpdateSurroundings& surroundings, Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_VARIABLES_VARIABLE_UPDATES_H_
