// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Finds the nodes of a graph that write variables, and the variables that they write.

#ifndef PLUGGABLE_VARIABLES_VARIABLE_WRITERS_H_
#define PLUGGABLE_VARIABLES_VARIABLE_WRITERS_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"

namespace pluggable::graph {

// What a graph shows of a variable.
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

// The number of an op's first inputs that it updates, and their type as a serialized AttrValue.
struct UpdatedInputs {
  int count = 0;
  std::string_view dtype;
};

// The nodes that run and may write a variable, in the order of the graph. They include nodes that
// call functions, which may write any variable. `updated` returns the inputs that a node updates;
// nothing if it is not an update.
std::vector<VariableWriter> FindVariableWriters(
    const Graph& graph, const std::vector<bool>& runs,
    const std::function<UpdatedInputs(int node)>& updated);

// Whether the node reads the variable of this handle. Other callers than TensorFlow may pass any
// bytes, such as a read of nothing.
bool IsReadOf(const Graph& graph, int node, const Edge& handle);

// Whether some node may write the variable of a handle, as far as the graph shows.
bool IsWritten(const Graph& graph, const Edge& handle);

// Whether no other node writes the variable of this assignment, as far as the graph shows, and no
// loop or branch contains it: these get handles through nodes of their own. Two arguments count as
// two variables.
bool IsOnlyWriter(const Graph& graph, int assign);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_VARIABLES_VARIABLE_WRITERS_H_
