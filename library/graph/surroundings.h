// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The information besides the graph that a rewrite needs.

#ifndef PLUGGABLE_GRAPH_SURROUNDINGS_H_
#define PLUGGABLE_GRAPH_SURROUNDINGS_H_

#include <functional>
#include <string>
#include <string_view>

#include "graph/preserved_nodes.h"
#include "plugin/kernel_table.h"

namespace pluggable::graph {

struct Surroundings {
  std::string_view device_type;                       // other nodes are not changed
  KernelTable kernels;                                // the kernels for new nodes
  std::function<bool(const std::string& op)> has_op;  // whether TensorFlow has the op
  NodeNames preserved;                                // nodes that must not change

  bool IsPreserved(std::string_view node) const { return preserved.count(std::string(node)) != 0; }
};

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_SURROUNDINGS_H_
