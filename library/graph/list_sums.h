// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Sums of lists of tensors.

#ifndef PLUGGABLE_GRAPH_LIST_SUMS_H_
#define PLUGGABLE_GRAPH_LIST_SUMS_H_

#include <string_view>

#include "graph/graph.h"
#include "graph/preserved_nodes.h"
#include "plugin/kernel_table.h"

namespace pluggable::graph {

// Computes sums of lists on the device, where all terms but one are lists of one element. Returns
// how many sums were changed.
//
// The gradient of reading element i of a TensorList is a list of that element only. A loop that
// reads a list, as a recurrent layer does, adds such a list in every iteration:
//
//   AddN(list, TensorListSetItem(TensorListReserve(...), i, gradient))
//
// A plugin can have no kernel for that: the C API does not show what is in a list, and 2.20
// and 2.21 do not export its function that adds lists. So TensorFlow's CPU adds, and every element
// is copied there and back: 2 n^2 copies for n iterations. The sum becomes
//
//   TensorListSetItem(list, i, AddN(TensorListGetItem(list, i, Shape(gradient)), gradient))
//
// with AddV2 in the place of AddN where the plugin has no kernel for that. An element that the list
// does not have yet is read as zeros. An AddN of lists refuses lists of different lengths, and that
// is not refused here; nor does AddV2 refuse an element and a gradient of different shapes that
// broadcast. The sum has the element_shape of the list alone.
int AddToElementsOfLists(std::string_view device_type, const KernelTable& kernels,
                         const NodeNames& preserved, Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_LIST_SUMS_H_
