// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Keeps loop conditions on the host if they are computed there.

#ifndef PLUGGABLE_GRAPH_HOST_LOGIC_H_
#define PLUGGABLE_GRAPH_HOST_LOGIC_H_

#include <string_view>

#include "graph/graph.h"
#include "plugin/kernel_table.h"

namespace pluggable::graph {

// Gives LogicalAnd, LogicalNot and LogicalOr the kernels in host memory (plugin/host_logic.h) if
// all their inputs are there: results of TensorFlow's own comparisons of int32, or of other such
// nodes. A loop with maximum_iterations, as in Keras' recurrent layers, runs while `counter <
// maximum and time < steps`. On the device, that condition costs two copies to the device and one
// back in every iteration, and the copy back waits for all pending work. Returns the number of
// these nodes.
int KeepLogicOnHost(std::string_view device_type, const KernelTable& kernels, Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_HOST_LOGIC_H_
