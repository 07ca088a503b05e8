// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Parts updates of variables into what any TensorFlow lets a plugin do.

#ifndef PLUGGABLE_GRAPH_VARIABLE_UPDATES_H_
#define PLUGGABLE_GRAPH_VARIABLE_UPDATES_H_

#include <string_view>

#include "graph/graph.h"
#include "graph/preserved_nodes.h"
#include "plugin/kernel_table.h"
#include "plugin/tensor_ops.h"

namespace pluggable::graph {

// What the graph is told besides its nodes.
struct UpdateSurroundings {
  std::string_view device_type;  // nodes of other types are left alone
  KernelTable kernels;
  TensorOpTable tensor_ops;
  NodeNames preserved;
  NodeNames fetched;  // of a graph that is no function's: what it is run for
};

// Makes a ReadVariableOp, a node of the plugin's own op on tensors, and an AssignVariableOp of each
// op on variables that the plugin has a kernel of, and lets them wait for each other so that no
// update of the graph is lost (update_order.h). What others wait for keeps its name. Returns how
// many ops were parted.
int PartVariableUpdates(const UpdateSurroundings& surroundings, Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_VARIABLE_UPDATES_H_
