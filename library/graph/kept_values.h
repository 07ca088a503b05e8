// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Makes variables keep their values if the computation of the new ones fails.

#ifndef PLUGGABLE_GRAPH_KEPT_VALUES_H_
#define PLUGGABLE_GRAPH_KEPT_VALUES_H_

#include <string_view>

#include "graph/graph.h"
#include "plugin/tensor_ops.h"

namespace pluggable::graph {

// Inserts an op that knows the old value (plugin/kept_values.h) before the assignment of each new
// value that is computed from the old one. Other assignments may be a variable's first, for which
// there is no old value. The plugin's own ops on tensors keep values themselves. Returns the number
// of assignments.
int KeepValues(std::string_view device_type, const TensorOpTable& tensor_ops, Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_KEPT_VALUES_H_
