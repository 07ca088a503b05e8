// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What a rewrite has to know besides the graph.

#ifndef PLUGGABLE_GRAPH_SURROUNDINGS_H_
#define PLUGGABLE_GRAPH_SURROUNDINGS_H_

#include <functional>
#include <string>
#include <string_view>

#include "graph/preserved_nodes.h"
#include "plugin/kernel_table.h"

namespace pluggable::graph {

struct Surroundings {
  std::string_view device_type;                       // nodes of other types are left alone
  KernelTable kernels;                                // what new nodes can be
  std::function<bool(const std::string& op)> has_op;  // whether TensorFlow knows the op
  NodeNames preserved;                                // nodes that stay what they are

  bool IsPreserved(std::string_view node) const { return preserved.count(std::string(node)) != 0; }
};

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_SURROUNDINGS_H_
