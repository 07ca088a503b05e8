// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/chain.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/attr_value.h"
#include "graph/legality.h"
#include "graph/matcher.h"
#include "graph/replacement.h"

namespace pluggable::graph {
namespace {

// The largest number of steps in a node, since a kernel stores data for each step on its stack.
constexpr size_t kLongestChain = 64;

class ChainReplacer {
 public:
  ChainReplacer(const Rewrite& rewrite, const Surroundings& surroundings, Graph* graph)
      : rewrite_(rewrite), surroundings_(surroundings), graph_(graph) {
    for (const ChainOp& op : rewrite.chain) ops_.emplace(op.name, &op);
  }

  int Run() {
    FindMembers();
    int count = 0;
    for (const int node : ConsumersFirst()) {
      if (graph_->IsRemoved(node)) continue;
      const std::vector<int> group = GroupOf(node);
      if (group.size() > 1 && ReplaceGroup(group)) ++count;
    }
    return count;
  }

 private:
  // The chain's description of the node's op; null for other nodes.
  const ChainOp* OpOf(int node) const {
    if (Index(node) >= members_.size()) return nullptr;  // a new node
    return members_[Index(node)];
  }

  void FindMembers() {
    members_.resize(Index(graph_->size()));
    for (int i = 0; i < graph_->size(); ++i) {
      const NodeDef& def = graph_->node(i);
      const auto found = ops_.find(def.op);
      if (found == ops_.end() || graph_->IsRemoved(i)) continue;
      const ChainOp& op = *found->second;
      const bool has_attrs =
          std::all_of(op.attrs.begin(), op.attrs.end(),
                      [&](const AttrCondition& attr) { return HasAttr(def, attr); });
      if (has_attrs && !TypeOf(i, op).empty()) members_[Index(i)] = &op;
    }
  }

  std::string_view TypeOf(int node, const ChainOp& op) const {
    return graph_->node(node).FindAttr(op.type_attr);
  }

  // The nodes of the chain, each after all of its consumers that are nodes of the chain. Loops in
  // the graph always contain other nodes, so this order exists.
  std::vector<int> ConsumersFirst() const {
    std::vector<int> order;
    std::vector<bool> is_seen(members_.size());
    // An entry of the stack of nodes: the consumers, and how many of them are done.
    struct Step {
      int node;
      std::vector<int> consumers;
      size_t next;
    };
    std::vector<Step> path;
    const auto enter = [&](int node) {
      if (OpOf(node) == nullptr || is_seen[Index(node)]) return;
      is_seen[Index(node)] = true;
      path.push_back({node, graph_->ConsumersInOrder(node), 0});
    };
    for (size_t i = 0; i < members_.size(); ++i) {
      enter(static_cast<int>(i));
      while (!path.empty()) {
        Step& step = path.back();
        if (step.next == step.consumers.size()) {
          order.push_back(step.node);
          path.pop_back();
        } else {
          enter(step.consumers[step.next++]);
        }
      }
    }
    return order;
  }

  // The group, with the root first.
  std::vector<int> GroupOf(int root) const {
    const NodeDef& root_def = graph_->node(root);
    const std::string_view type = TypeOf(root, *OpOf(root));
    std::vector<int> group = {root};
    // A node with several consumers is visited once for each. It joins when the last one is
    // visited.
    for (size_t i = 0; i < group.size(); ++i) {
      for (const Edge& edge : graph_->inputs(group[i])) {
        const ChainOp* const op = edge.is_control() ? nullptr : OpOf(edge.node);
        if (op == nullptr || group.size() == kLongestChain) continue;
        if (std::find(group.begin(), group.end(), edge.node) != group.end()) continue;
        if (TypeOf(edge.node, *op) != type || graph_->node(edge.node).device != root_def.device) {
          continue;
        }
        if (IsHidden(*graph_, edge.node, group, surroundings_)) group.push_back(edge.node);
      }
    }
    return group;
  }

  bool ReplaceGroup(const std::vector<int>& group) {
    Match match;
    match.nodes = group;
    const std::vector<int> order = InputsFirst(group);
    if (order.empty()) return false;
    for (const int node : order) {
      for (const Edge& edge : graph_->inputs(node)) {
        if (edge.is_control() || Find(group, edge.node) != group.size()) continue;
        if (Find(match.values, edge) == match.values.size()) match.values.push_back(edge);
      }
    }
    std::vector<std::string> steps;
    for (const int node : order) {
      std::string step(graph_->node(node).op);
      for (const Edge& edge : graph_->inputs(node)) {
        if (edge.is_control()) continue;
        const size_t result = Find(order, edge.node);
        step += " " + std::to_string(result == order.size() ? Find(match.values, edge)
                                                            : match.values.size() + result);
      }
      steps.push_back(std::move(step));
    }
    const Rewrite rewrite = RewriteTo(steps, match.values.size(), OpOf(group[0])->type_attr);
    return IsLegal(*graph_, rewrite, match, surroundings_) &&
           Replace(rewrite, match, surroundings_, graph_);
  }

  // The nodes of a group in an order in which they can be computed, with the root last. Empty if a
  // node depends on itself: TensorFlow rejects such a graph only after the optimizers.
  std::vector<int> InputsFirst(const std::vector<int>& group) const {
    std::vector<int> order;
    std::vector<bool> is_entered(group.size());
    is_entered[0] = true;
    std::vector<std::pair<int, size_t>> path = {{group[0], 0}};
    while (!path.empty()) {
      auto& [node, next] = path.back();
      const std::vector<Edge>& inputs = graph_->inputs(node);
      if (next == inputs.size()) {
        order.push_back(node);
        path.pop_back();
        continue;
      }
      const int input = inputs[next++].node;
      const size_t place = Find(group, input);
      if (place == group.size() || Find(order, input) != order.size()) continue;
      if (is_entered[place]) return {};
      is_entered[place] = true;
      path.emplace_back(input, 0);
    }
    return order;
  }

  Rewrite RewriteTo(const std::vector<std::string>& steps, size_t num_values,
                    const char* type_attr) const {
    NewNode node{rewrite_.replace[0].op, {}, {}};
    for (size_t i = 0; i < num_values; ++i) node.inputs.push_back(Value(static_cast<int>(i)));
    node.attrs = {{"N", -1, "", IntAttr(static_cast<int64_t>(num_values))},
                  {"T", 0, type_attr},
                  {"steps", -1, "", StringsAttr(steps)}};
    if (rewrite_.replaces_values) node.attrs.push_back({kOldAttr, -1, "", IntAttr(-1)});
    Rewrite rewrite;
    rewrite.name = rewrite_.name;
    rewrite.num_values = static_cast<int>(num_values);
    rewrite.replace = {std::move(node)};
    rewrite.root_outputs = 1;
    return rewrite;
  }

  // The item's index, or the number of items.
  template <typename T>
  static size_t Find(const std::vector<T>& items, const T& item) {
    return static_cast<size_t>(std::find(items.begin(), items.end(), item) - items.begin());
  }

  static size_t Index(int index) { return static_cast<size_t>(index); }

  const Rewrite& rewrite_;
  const Surroundings& surroundings_;
  Graph* const graph_;
  std::unordered_map<std::string_view, const ChainOp*> ops_;
  std::vector<const ChainOp*> members_;  // of each node
};

}  // namespace

int ReplaceChains(const Rewrite& rewrite, const Surroundings& surroundings, Graph* graph) {
  return ChainReplacer(rewrite, surroundings, graph).Run();
}

}  // namespace pluggable::graph
