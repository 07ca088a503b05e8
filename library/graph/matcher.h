// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Finds a rewrite's pattern in a graph.

#ifndef PLUGGABLE_GRAPH_MATCHER_H_
#define PLUGGABLE_GRAPH_MATCHER_H_

#include <functional>
#include <vector>

#include "graph/graph.h"
#include "graph/rewrite.h"

namespace pluggable::graph {

// Where a pattern is in a graph. Different nodes of a pattern may be one node of the graph: core
// merges nodes that compute the same.
struct Match {
  std::vector<int> nodes;    // of each matched node; nodes[0] is the root
  std::vector<Edge> values;  // of each value
  std::vector<int> numbers;  // the Consts that stand for numbers
};

// Whether the node's attr is one of those that the condition allows.
bool HasAttr(const NodeDef& node, const AttrCondition& condition);

class Matcher {
 public:
  // Both have to outlive this object.
  Matcher(const Graph& graph, const Rewrite& rewrite) : graph_(graph), rewrite_(rewrite) {}

  // Tries the ways to lay the pattern onto the node and what it is computed from, with inputs of
  // commutative nodes either way round, until `accept` takes one. Says whether it did.
  bool Find(int root, const std::function<bool(const Match&)>& accept);

 private:
  // An operand that a tensor has to be.
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
