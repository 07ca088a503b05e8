// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Which nodes of a graph write variables, and which variables.

#ifndef PLUGGABLE_GRAPH_VARIABLE_WRITERS_H_
#define PLUGGABLE_GRAPH_VARIABLE_WRITERS_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"

namespace pluggable::graph {

// A variable as far as a graph tells.
struct VariableRef {
  std::string name;        // of the resource; empty: any
  std::string_view dtype;  // a serialized AttrValue; empty: any

  bool MayBe(const VariableRef& other) const {
    return (name.empty() || other.name.empty() || name == other.name) &&
           (dtype.empty() || other.dtype.empty() || dtype == other.dtype);
  }
};

struct VariableWriter {
  int node = -1;
  bool is_update = false;
  std::vector<VariableRef> variables;
};

// How many of its first inputs an op updates, and of which type they are, a serialized AttrValue.
struct UpdatedInputs {
  int count = 0;
  std::string_view dtype;
};

// The nodes that run and may write a variable, in the order of the graph. Those that call functions
// are among them, with any variable. `updated` tells what a node updates: nothing, if it is no
// update.
std::vector<VariableWriter> FindVariableWriters(
    const Graph& graph, const std::vector<bool>& runs,
    const std::function<UpdatedInputs(int node)>& updated);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_VARIABLE_WRITERS_H_
