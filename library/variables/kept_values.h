// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Makes variables keep their values if the computation of the new ones fails.

#ifndef PLUGGABLE_VARIABLES_KEPT_VALUES_H_
#define PLUGGABLE_VARIABLES_KEPT_VALUES_H_

#include <string_view>

#include "graph/graph.h"
#include "variables/tensor_ops.h"

namespace pluggable::graph {

// Inserts an op (variables/kept_value_op.h) before assignments of values that may not be computed:
// * If the new value is computed from the old one, or the old one is surely read before, the op
//   knows the old value.
// * If the new value is another variable's, which the graph updates, the op knows no old value.
//   Without it the variable would get the other one's old value when that update is lost.
// Other assignments may be a variable's first. The plugin's own ops on tensors keep values
// themselves. Returns the number of assignments.
int KeepValues(std::string_view device_type, const TensorOpTable& tensor_ops, Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_VARIABLES_KEPT_VALUES_H_
