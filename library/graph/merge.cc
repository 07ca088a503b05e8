// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/merge.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "graph/device_name.h"
#include "graph/legality.h"
#include "graph/preserved_nodes.h"

namespace pluggable::graph {
namespace {

class Merger {
 public:
  Merger(const Rewrite& rewrite, const Surroundings& surroundings, Graph* graph)
      : surroundings_(surroundings),
        graph_(graph),
        is_of_function_(IsOfFunction(*graph)),
        ops_(rewrite.merge.begin(), rewrite.merge.end()) {}

  int Run() {
    is_due_.resize(Index(graph_->size()));
    for (int i = 0; i < graph_->size(); ++i) Await(i);
    int count = 0;
    while (!pending_.empty()) {
      const int node = pending_.front();
      pending_.pop_front();
      // A node with many inputs may be in the queue several times.
      if (!is_due_[Index(node)]) continue;
      is_due_[Index(node)] = false;
      if (!MayMerge(node)) continue;
      // Keys of removed nodes, or of nodes with new inputs, contain removed inputs, so they never
      // match.
      int& first = first_.emplace(KeyOf(node), node).first->second;
      if (first == node) continue;
      const bool is_other_way = IsPreserved(node) && !IsPreserved(first);
      const int gone = is_other_way ? std::exchange(first, node) : node;
      MergeInto(first, gone);
      ++count;
    }
    return count;
  }

 private:
  static size_t Index(int index) { return static_cast<size_t>(index); }

  void Await(int node) {
    pending_.push_back(node);
    is_due_[Index(node)] = true;
  }

  // Whether nothing refers to the node by name. If a node only has to run, an equal node does
  // instead.
  bool MayMerge(int node) const {
    const NodeDef& def = graph_->node(node);
    return !graph_->IsRemoved(node) && ops_.count(def.op) != 0 &&
           DeviceType(def.device) == surroundings_.device_type &&
           (is_of_function_ || !IsPreserved(node)) && !IsAnchor(*graph_, node, {});
  }

  bool IsPreserved(int node) const { return surroundings_.IsPreserved(graph_->node(node).name); }

  // A text that is the same for equal nodes.
  std::string KeyOf(int node) const {
    const NodeDef& def = graph_->node(node);
    std::string key;
    const auto append = [&key](std::string_view text) {
      key += std::to_string(text.size()) + ":";
      key += text;
    };
    append(def.op);
    append(def.device);
    std::vector<Attr> attrs = def.attrs;
    std::sort(attrs.begin(), attrs.end(),
              [](const Attr& a, const Attr& b) { return a.name < b.name; });
    for (const Attr& attr : attrs) {
      append(attr.name);
      append(attr.value);
    }
    std::vector<Edge> inputs = graph_->inputs(node);
    std::sort(inputs.begin() + graph_->num_data_inputs(node), inputs.end(),
              [](const Edge& a, const Edge& b) { return a.node < b.node; });
    for (const Edge& edge : inputs) {
      key += " " + std::to_string(edge.node) + ":" + std::to_string(edge.output);
    }
    return key;
  }

  void MergeInto(int first, int node) {
    // The consumers may have become equal to others.
    for (const int consumer : graph_->MoveConsumers(node, first)) Await(consumer);
    if (IsPreserved(node)) {
      KeepName(node, first);
    } else {
      graph_->Remove(node);
    }
  }

  // Keeps a node of that name that only waits for another node. Without it, TensorFlow's
  // model_pruner fails and logs "Graph does not contain terminal node".
  void KeepName(int node, int other) {
    NodeDef* const def = graph_->Change(node);
    def->op = "NoOp";
    def->attrs.clear();
    def->others.clear();
    graph_->SetInputs(node, {{other, kControl}});
  }

  const Surroundings& surroundings_;
  Graph* const graph_;
  const bool is_of_function_;
  const std::unordered_set<std::string_view> ops_;
  std::deque<int> pending_;
  std::vector<bool> is_due_;  // whether a node has changed since its last check
  std::unordered_map<std::string, int> first_;
};

}  // namespace

int MergeEqualNodes(const Rewrite& rewrite, const Surroundings& surroundings, Graph* graph) {
  return Merger(rewrite, surroundings, graph).Run();
}

}  // namespace pluggable::graph
