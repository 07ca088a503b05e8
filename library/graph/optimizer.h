// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The graph optimizer that TensorFlow calls for graphs with nodes on this plugin's devices.

#ifndef PLUGGABLE_GRAPH_OPTIMIZER_H_
#define PLUGGABLE_GRAPH_OPTIMIZER_H_

#include <tensorflow/c/experimental/grappler/grappler.h>
#include <tensorflow/c/tf_buffer.h>

#include <string>
#include <string_view>
#include <vector>

#include "pluggable/status.h"

#include "graph/rewrite.h"

namespace pluggable::graph {

// The serialized GraphDef after the rewrites. It is unchanged if there is nothing to rewrite, if it
// is malformed, or if the fetched nodes are not known. Throws the standard library's exceptions if
// memory is short.
std::string OptimizeGraph(const std::vector<Rewrite>& rewrites, std::string_view graph_def,
                          const TF_GrapplerItem* item);

// The optimize_func of TP_Optimizer, with the plugin's rewrites. A graph that cannot be rewritten
// is returned unchanged; the only error is a lack of memory.
void Optimize(void* optimizer, const TF_Buffer* graph, const TF_GrapplerItem* item,
              TF_Buffer* optimized_graph, TF_Status* status);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_OPTIMIZER_H_
