// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Variables that keep their values if the computation of their new ones fails.

#ifndef PLUGGABLE_GRAPH_KEPT_VALUES_H_
#define PLUGGABLE_GRAPH_KEPT_VALUES_H_

#include <string_view>

#include "graph/graph.h"
#include "plugin/tensor_ops.h"

namespace pluggable::graph {

// Lets each new value of a variable pass through an op that knows the old one
// (plugin/kept_values.h), where the new value is computed from the old. Assignments of other values
// may be a variable's first, for which there is no old one; the plugin's own ops on tensors keep
// values themselves. Returns how many assignments that are.
int KeepValues(std::string_view device_type, const TensorOpTable& tensor_ops, Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_KEPT_VALUES_H_
