// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A GraphDef with resolved inputs: the consumers of each node, and edits that keep them up to date.

#ifndef PLUGGABLE_GRAPH_GRAPH_H_
#define PLUGGABLE_GRAPH_GRAPH_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/consumer_lists.h"
#include "graph/graph_def.h"

namespace pluggable::graph {

inline constexpr int kControl = -1;

// An input of a node: an output of another, or kControl.
struct Edge {
  int node = -1;
  int output = 0;

  bool is_control() const { return output == kControl; }
  friend bool operator==(const Edge& a, const Edge& b) {
    return a.node == b.node && a.output == b.output;
  }
};

class Graph {
 public:
  // Reads a GraphDef, which must outlive this object. False if it is malformed or not a valid
  // graph: two nodes with one name, an input that does not exist, or a name that no input can refer
  // to.
  bool Parse(std::string_view bytes);

  int size() const { return def_.size(); }
  const NodeDef& node(int index) const { return def_.node(index); }
  bool IsRemoved(int index) const { return def_.IsRemoved(index); }
  bool changed() const { return def_.changed(); }
  std::string Serialize() const { return def_.Serialize(); }
  // Stores a text so that a node can refer to it.
  std::string_view Keep(std::string text) { return def_.Keep(std::move(text)); }

  // The data inputs, followed by the control inputs.
  const std::vector<Edge>& inputs(int index) const { return edges_[Index(index)].inputs; }
  int num_data_inputs(int index) const { return edges_[Index(index)].num_data; }
  // The nodes that use the node as an input, once for each such input, in no particular order.
  ConsumerLists::Range consumers(int index) const { return consumers_.Of(index); }
  // The same, in the order in which the nodes' inputs were set.
  std::vector<int> ConsumersInOrder(int index) const;
  // The nodes that are colocated with the node of that name.
  const std::vector<int>& ColocatedWith(std::string_view name) const;

  bool HasNode(std::string_view name) const { return names_.count(name) != 0; }

  // Adds a node without inputs, written before another one. The name must not be in use.
  int Add(NodeDef node, int in_front_of);
  // The node, for changes of anything except its name and inputs.
  NodeDef* Change(int index) { return def_.Change(index); }
  // Sets the inputs, except control inputs that other inputs imply. Unchanged inputs cost almost
  // nothing.
  void SetInputs(int index, const std::vector<Edge>& inputs);
  // Makes the node's consumers use the outputs of another node instead. Returns these consumers,
  // each once.
  std::vector<int> MoveConsumers(int index, int other);
  // Removes a node that has no consumers left, with its inputs.
  void Remove(int index);

 private:
  struct Edges {
    std::vector<Edge> inputs;
    std::vector<int> numbers;  // the inputs' edges in consumers_
    int num_data = 0;
    int64_t set_at = 0;           // when the inputs were set
    std::string_view as_control;  // "^name"; empty until it is used
  };

  static size_t Index(int index) { return static_cast<size_t>(index); }

  bool ParseInput(std::string_view text, Edge* edge) const;
  void RememberColocation(int index);
  std::vector<Edge> WithoutImplied(int index, const std::vector<Edge>& inputs);
  std::string_view TextOf(const Edge& edge);

  GraphDef def_;
  std::vector<Edges> edges_;  // of each node
  ConsumerLists consumers_;
  int64_t now_ = 0;                // increases whenever inputs are set
  std::vector<int64_t> named_at_;  // when an input was last set to each node
  std::map<std::pair<int, int>, std::string_view> output_texts_;  // "name:1"
  std::unordered_map<std::string_view, int> names_;
  std::unordered_map<std::string_view, std::vector<int>> colocated_;
};

// The names of the nodes with which a node's attribute _class colocates it.
std::vector<std::string_view> ColocationNames(const NodeDef& node);
// The value of _class without removed nodes; empty if nothing is left.
std::string ClassWithout(std::string_view class_attr,
                         const std::vector<std::string_view>& vanishing);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_GRAPH_H_
