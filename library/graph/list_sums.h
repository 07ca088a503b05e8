// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Sums of lists of tensors.

#ifndef PLUGGABLE_GRAPH_LIST_SUMS_H_
#define PLUGGABLE_GRAPH_LIST_SUMS_H_

#include <string_view>

#include "graph/graph.h"
#include "graph/preserved_nodes.h"
#include "plugin/kernel_table.h"

namespace pluggable::graph {

// Computes sums of lists on the device if all terms but one are lists of one element. Returns the
// number of changed sums.
//
// The gradient of reading element i of a TensorList is a list with only that element. A loop that
// reads a list, such as a recurrent layer's, adds such a list in every iteration:
//
//   AddN(list, TensorListSetItem(TensorListReserve(...), i, gradient))
//
// A plugin cannot have a kernel for that: the C API does not show the contents of a list, and 2.19
// to 2.21 do not export the function that adds lists. So the CPU adds, and every element is copied
// there and back: 2 n^2 copies for n iterations. The sum is replaced by
//
//   TensorListSetItem(list, i, AddN(TensorListGetItem(list, i, Shape(gradient)), gradient))
//
// with AddV2 instead of AddN if the plugin has no kernel for AddN. An element that the list does
// not have yet is read as zeros. There are three differences. AddN of lists rejects lists of
// different lengths; this does not. AddV2 broadcasts an element and a gradient of different shapes.
// The result has the element_shape of the list alone.
int AddToElementsOfLists(std::string_view device_type, const KernelTable& kernels,
                         const NodeNames& preserved, Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_LIST_SUMS_H_
