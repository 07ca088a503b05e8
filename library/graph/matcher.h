// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Finds a rewrite's pattern in a graph.

#ifndef PLUGGABLE_GRAPH_MATCHER_H_
#define PLUGGABLE_GRAPH_MATCHER_H_

#include <functional>
#include <vector>

#include "graph/graph.h"
#include "graph/rewrite.h"

namespace pluggable::graph {

// A match of a pattern. Several nodes of a pattern may match one node of the graph, since
// TensorFlow merges nodes that compute the same.
struct Match {
  std::vector<int> nodes;    // of each matched node; nodes[0] is the root
  std::vector<Edge> values;  // of each value
  std::vector<int> numbers;  // the Const nodes that match numbers
};

// Whether the condition allows the node's attribute.
bool HasAttr(const NodeDef& node, const AttrCondition& condition);

class Matcher {
 public:
  // Both arguments must outlive this object.
  Matcher(const Graph& graph, const Rewrite& rewrite) : graph_(graph), rewrite_(rewrite) {}

  // Tries to match the pattern at the node and its inputs, with the inputs of commutative nodes in
  // both orders, until `accept` returns true. Returns whether it did.
  bool Find(int root, const std::function<bool(const Match&)>& accept);

 private:
  // An operand that a tensor must match.
  struct Task {
    const Operand* operand;
    Edge tensor;
  };

  bool Solve(size_t next);
  bool BindNode(int index, int node, size_t next);
  bool BindValue(int index, const Edge& tensor, size_t next);
  bool BindNumber(const Operand& operand, const Edge& tensor, size_t next);
  bool HasOpAndAttrs(const MatchedNode& pattern, int node) const;

  const Graph& graph_;
  const Rewrite& rewrite_;
  const std::function<bool(const Match&)>* accept_ = nullptr;
  Match match_;
  std::vector<Task> tasks_;
  int steps_ = 0;
};

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_MATCHER_H_
