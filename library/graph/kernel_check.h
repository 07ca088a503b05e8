// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Whether this plugin has a kernel for a node.

#ifndef PLUGGABLE_GRAPH_KERNEL_CHECK_H_
#define PLUGGABLE_GRAPH_KERNEL_CHECK_H_

#include "graph/graph_def.h"
#include "plugin/kernel_table.h"

namespace pluggable::graph {

bool HasKernel(const KernelTable& kernels, const NodeDef& node);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_KERNEL_CHECK_H_
