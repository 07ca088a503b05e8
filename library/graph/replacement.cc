// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/replacement.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/attr_value.h"
#include "graph/kernel_check.h"
#include "graph/legality.h"

namespace pluggable::graph {
namespace {

// Attributes that describe the node itself and would be wrong for another op. They are only hints.
constexpr std::string_view kHints[] = {"_output_shapes", "_input_shapes"};

class Replacing {
 public:
  Replacing(const Rewrite& rewrite, const Match& match, const Surroundings& surroundings,
            Graph* graph)
      : rewrite_(rewrite),
        match_(match),
        surroundings_(surroundings),
        graph_(graph),
        root_(match.nodes[0]),
        inner_(InnerNodes(match)) {
    for (const int node : inner_) vanishing_names_.push_back(graph_->node(node).name);
  }

  bool Run() {
    if (rewrite_.replace.empty()) {
      ReplaceByValue();
    } else if (!ReplaceByNodes()) {
      return false;
    }
    RemoveWhatIsLeft();
    return true;
  }

 private:
  bool ReplaceByNodes() {
    std::vector<NodeDef> defs;
    for (const NewNode& node : rewrite_.replace) {
      defs.push_back(MakeNode(node.op, node.attrs));
      if (!surroundings_.has_op(node.op) || !HasKernel(surroundings_.kernels, defs.back())) {
        return false;
      }
    }
    const std::vector<Edge> controls = Controls();
    std::vector<int> nodes = {root_};
    for (size_t i = 1; i < defs.size(); ++i) {
      defs[i].name = UniqueName(i);
      nodes.push_back(graph_->Add(std::move(defs[i]), root_));
    }
    ChangeRoot(defs[0]);
    for (size_t i = 0; i < nodes.size(); ++i) {
      std::vector<Edge> inputs;
      for (const Operand& operand : rewrite_.replace[i].inputs) {
        inputs.push_back(operand.kind == Operand::Kind::kValue
                             ? match_.values[Index(operand.index)]
                             : Edge{nodes[Index(operand.index)], operand.output});
      }
      SetInputs(nodes[i], std::move(inputs), controls);
    }
    return true;
  }

  void ReplaceByValue() {
    const Edge value = match_.values[Index(rewrite_.value.index)];
    const std::vector<Edge> controls = Controls();
    if (HasToStay(controls)) {
      // TensorFlow has kernels of Identity for every plugin's device and all types.
      ChangeRoot(MakeNode("Identity", {rewrite_.value_type}));
      SetInputs(root_, {value}, controls);
      return;
    }
    for (const int consumer : graph_->ConsumersInOrder(root_)) {
      std::vector<Edge> inputs = graph_->inputs(consumer);
      std::replace(inputs.begin(), inputs.end(), Edge{root_, 0}, value);
      graph_->SetInputs(consumer, inputs);
    }
    inner_.push_back(root_);
  }

  // Whether a node with the root's name, or one that waits for the control inputs, is needed.
  bool HasToStay(const std::vector<Edge>& controls) const {
    const ConsumerLists::Range consumers = graph_->consumers(root_);
    return !controls.empty() || IsPreserved(root_) || IsAnchor(*graph_, root_, inner_) ||
           std::any_of(consumers.begin(), consumers.end(), [&](int consumer) {
             const std::vector<Edge>& inputs = graph_->inputs(consumer);
             return std::find(inputs.begin(), inputs.end(), Edge{root_, kControl}) != inputs.end();
           });
  }

  // All nodes that the match waited for without using their outputs.
  std::vector<Edge> Controls() const {
    std::vector<int> nodes = {root_};
    nodes.insert(nodes.end(), inner_.begin(), inner_.end());
    // A Const runs in the frame of its control inputs, and is dead if they are.
    nodes.insert(nodes.end(), match_.numbers.begin(), match_.numbers.end());
    std::vector<Edge> controls;
    for (const int node : DroppedValues()) {
      if (graph_->node(node).op == "Const") {
        nodes.push_back(node);
      } else {
        controls.push_back({node, kControl});
      }
    }
    for (const int node : nodes) {
      for (const Edge& edge : graph_->inputs(node)) {
        if (edge.is_control() && !Contains(inner_, edge.node) && !Contains(controls, edge)) {
          controls.push_back(edge);
        }
      }
    }
    return controls;
  }

  // The nodes that compute values which the replacement does not use.
  std::vector<int> DroppedValues() const {
    std::vector<int> used;
    const auto use = [&](const Operand& operand) {
      if (operand.kind == Operand::Kind::kValue) {
        used.push_back(match_.values[Index(operand.index)].node);
      }
    };
    if (rewrite_.replace.empty()) use(rewrite_.value);
    for (const NewNode& node : rewrite_.replace) {
      for (const Operand& operand : node.inputs) use(operand);
    }
    std::vector<int> dropped;
    for (const Edge& value : match_.values) {
      if (!Contains(used, value.node) && !Contains(dropped, value.node)) {
        dropped.push_back(value.node);
      }
    }
    return dropped;
  }

  // Makes a node on the root's device, with the root's attributes that do not belong to its op.
  NodeDef MakeNode(std::string_view op, const std::vector<NewAttr>& attrs) {
    const NodeDef& root = graph_->node(root_);
    NodeDef node;
    node.op = op;
    node.device = root.device;
    for (const NewAttr& attr : attrs) {
      const std::string_view value = ValueOf(attr);
      if (!value.empty()) node.attrs.push_back({attr.name, value});
    }
    for (const Attr& attr : root.attrs) {
      const bool is_hint =
          std::find(std::begin(kHints), std::end(kHints), attr.name) != std::end(kHints);
      if (attr.name.substr(0, 1) != "_" || is_hint || !node.FindAttr(attr.name).empty()) continue;
      std::string_view value = attr.value;
      if (attr.name == "_class") {
        value = graph_->Keep(ClassWithout(value, vanishing_names_));
        if (value.empty()) continue;
      }
      node.attrs.push_back({attr.name, value});
    }
    return node;
  }

  std::string_view ValueOf(const NewAttr& attr) {
    // The graph may outlive the rewrite, so it must store the text.
    if (attr.node < 0) return graph_->Keep(attr.literal);
    const NodeDef& node = graph_->node(match_.nodes[Index(attr.node)]);
    if (std::string_view(attr.attr) == kOpName) return graph_->Keep(StringAttr(node.op));
    const std::string_view value = node.FindAttr(attr.attr);
    return value.empty() ? graph_->Keep(attr.literal) : value;
  }

  // The root keeps its name, position and unknown fields.
  void ChangeRoot(const NodeDef& node) {
    NodeDef* const root = graph_->Change(root_);
    root->op = node.op;
    root->attrs = node.attrs;
    root->EraseTypes();
  }

  void SetInputs(int node, std::vector<Edge> inputs, const std::vector<Edge>& controls) {
    inputs.insert(inputs.end(), controls.begin(), controls.end());
    graph_->SetInputs(node, inputs);
  }

  // Removes the inner nodes, and Const nodes that only they used.
  void RemoveWhatIsLeft() {
    std::vector<int> consts = match_.numbers;
    for (const Edge& value : match_.values) consts.push_back(value.node);
    for (const int node : inner_) graph_->SetInputs(node, {});
    for (const int node : inner_) graph_->Remove(node);
    for (const int node : consts) {
      if (graph_->node(node).op == "Const" && graph_->consumers(node).empty() &&
          !graph_->IsRemoved(node) && !IsPreserved(node) && !IsAnchor(*graph_, node, {})) {
        graph_->Remove(node);
      }
    }
  }

  bool IsPreserved(int node) const { return surroundings_.IsPreserved(graph_->node(node).name); }

  std::string_view UniqueName(size_t index) {
    std::string base(graph_->node(root_).name);
    base += std::string("/") + rewrite_.name + "/" + std::to_string(index);
    std::string name = base;
    for (int i = 1; graph_->HasNode(name); ++i) name = base + "_" + std::to_string(i);
    return graph_->Keep(std::move(name));
  }

  template <typename T>
  static bool Contains(const std::vector<T>& items, const T& item) {
    return std::find(items.begin(), items.end(), item) != items.end();
  }

  static size_t Index(int index) { return static_cast<size_t>(index); }

  const Rewrite& rewrite_;
  const Match& match_;
  const Surroundings& surroundings_;
  Graph* const graph_;
  const int root_;
  std::vector<int> inner_;
  std::vector<std::string_view> vanishing_names_;
};

}  // namespace

bool Replace(const Rewrite& rewrite, const Match& match, const Surroundings& surroundings,
             Graph* graph) {
  return Replacing(rewrite, match, surroundings, graph).Run();
}

}  // namespace pluggable::graph
