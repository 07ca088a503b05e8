// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Conditions of loops that are known on the host, and stay there.

#ifndef PLUGGABLE_GRAPH_HOST_LOGIC_H_
#define PLUGGABLE_GRAPH_HOST_LOGIC_H_

#include <string_view>

#include "graph/graph.h"
#include "plugin/kernel_table.h"

namespace pluggable::graph {

// Gives LogicalAnd, LogicalNot and LogicalOr the kernels in host memory (plugin/host_logic.h),
// where all that they take lies there: what TensorFlow's own kernels make of comparing int32, or
// another such node. A loop with maximum_iterations, as Keras makes it of a recurrent layer, goes
// on while `counter < maximum and time < steps`. On the device that costs two copies to it and one
// back in every iteration, and the last waits for all work that is pending. Returns how many nodes
// that are.
int KeepLogicOnHost(std::string_view device_type, const KernelTable& kernels, Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_HOST_LOGIC_H_
