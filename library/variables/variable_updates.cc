// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "variables/variable_updates.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/attr_value.h"
#include "graph/device_name.h"
#include "graph/kernel_check.h"
#include "variables/control_flow.h"
#include "variables/update_order.h"
#include "variables/variable_writers.h"

namespace pluggable::graph {
namespace {

size_t Index(int index) { return static_cast<size_t>(index); }

// A session's graph has neither arguments nor results. A function may have none either, but then
// nothing is fetched.
bool IsWhole(const Graph& graph, const UpdateSurroundings& surroundings) {
  if (surroundings.fetched.empty() || IsOfFunction(graph)) return true;
  for (int i = 0; i < graph.size(); ++i) {
    if (graph.node(i).op == "_Arg") return true;
  }
  return false;
}

// The nodes that run: all nodes of a function's graph, and in other graphs those that the fetched
// nodes need. A node that is fed needs no inputs.
std::vector<bool> NodesThatRun(const Graph& graph, const UpdateSurroundings& surroundings) {
  if (IsWhole(graph, surroundings)) return std::vector<bool>(Index(graph.size()), true);
  std::vector<bool> runs(Index(graph.size()));
  std::vector<int> pending;
  for (int i = 0; i < graph.size(); ++i) {
    if (surroundings.fetched.count(std::string(graph.node(i).name)) == 0) continue;
    runs[Index(i)] = true;
    pending.push_back(i);
  }
  while (!pending.empty()) {
    const int node = pending.back();
    pending.pop_back();
    const std::string name(graph.node(node).name);
    if (surroundings.preserved.count(name) != 0 && surroundings.fetched.count(name) == 0) continue;
    for (const Edge& edge : graph.inputs(node)) {
      if (runs[Index(edge.node)]) continue;
      runs[Index(edge.node)] = true;
      pending.push_back(edge.node);
    }
  }
  return runs;
}

// The plugin's ops on tensors, by the op on variables.
class TensorOps {
 public:
  explicit TensorOps(const UpdateSurroundings& surroundings) : surroundings_(surroundings) {
    for (const TensorOp& op : surroundings.tensor_ops) by_op_.emplace(op.op, &op);
  }

  // The op for the node, or null if the node must stay.
  const TensorOp* For(const Graph& graph, int index) const {
    const NodeDef& node = graph.node(index);
    const auto found = by_op_.find(node.op);
    if (found == by_op_.end() || DeviceType(node.device) != surroundings_.device_type ||
        !node.FindAttr("_kernel").empty() || !HasKernel(surroundings_.kernels, node)) {
      return nullptr;
    }
    // TensorFlow has checked the graph that it optimizes, but other callers may pass any bytes.
    return graph.num_data_inputs(index) < found->second->variables ? nullptr : found->second;
  }

  bool IsOne(const NodeDef& node) const {
    return std::any_of(surroundings_.tensor_ops.begin(), surroundings_.tensor_ops.end(),
                       [&](const TensorOp& op) { return node.op == op.name; });
  }

 private:
  const UpdateSurroundings& surroundings_;
  std::unordered_map<std::string_view, const TensorOp*> by_op_;
};

// The node's type attribute; ops without one work with int64.
std::string_view TypeOf(const NodeDef& node, const char* attr) {
  static const auto* const int64 = new std::string(TypeAttr(TF_INT64));
  return attr == nullptr ? std::string_view(*int64) : node.FindAttr(attr);
}

bool IsSwitch(std::string_view op) {
  return op == "Switch" || op == "RefSwitch" || op == "_SwitchN";
}

// Splits one node. It becomes the last of the new nodes.
class Parting {
 public:
  Parting(const TensorOp& op, int node, Graph* graph)
      : op_(op),
        node_(node),
        graph_(graph),
        old_(graph->node(node)),
        inputs_(graph->inputs(node)),
        dtype_(TypeOf(old_, op.type)) {}

  void Run() {
    const std::vector<Edge> conditions = Conditions();
    std::vector<Edge> operands;
    for (int i = 0; i < op_.variables; ++i) {
      const int read = Add("read", i, "ReadVariableOp", {{"dtype", dtype_}});
      std::vector<Edge> inputs = {inputs_[Index(i)]};
      inputs.insert(inputs.end(), conditions.begin(), conditions.end());
      graph_->SetInputs(read, inputs);
      operands.push_back({read, 0});
    }
    const int num_data = graph_->num_data_inputs(node_);
    operands.insert(operands.end(), inputs_.begin() + op_.variables, inputs_.begin() + num_data);
    if (!op_.is_update) {
      Become(op_.name, AttrsOfOp(), operands);
      return;
    }
    const int compute = Add("compute", 0, op_.name, AttrsOfOp());
    graph_->SetInputs(compute, operands);
    Assign(compute);
  }

 private:
  // The nodes that the op waited for. Only data edges show that a branch is not taken.
  std::vector<Edge> Conditions() {
    std::vector<Edge> conditions;
    int branches = 0;
    for (const Edge& edge : inputs_) {
      const NodeDef& source = graph_->node(edge.node);
      int waits_for = edge.node;
      if (!edge.is_control() && IsSwitch(source.op)) {
        waits_for = Add("branch", branches++, "Identity", {{"T", source.FindAttr("T")}});
        graph_->SetInputs(waits_for, {edge});
      }
      conditions.push_back({waits_for, kControl});
    }
    return conditions;
  }

  void Assign(int compute) {
    std::vector<Edge> assigned;
    const std::vector<Attr> attrs = {{"dtype", dtype_},
                                     {"validate_shape", graph_->Keep(BoolAttr(false))}};
    const bool is_last = op_.variables == 1 && op_.outputs == 0;
    for (int i = 0; i < op_.variables; ++i) {
      const std::vector<Edge> inputs = {inputs_[Index(i)], {compute, op_.outputs + i}};
      if (is_last) {
        Become("AssignVariableOp", attrs, inputs);
        return;
      }
      const int assign = Add("assign", i, "AssignVariableOp", attrs);
      graph_->SetInputs(assign, inputs);
      assigned.push_back({assign, kControl});
    }
    if (op_.outputs == 0) {
      Become("NoOp", {}, assigned);
      return;
    }
    assigned.insert(assigned.begin(), {compute, 0});
    Become("Identity", {{"T", TypeOf(old_, op_.output_type)}}, assigned);
  }

  std::vector<Attr> AttrsOfOp() const {
    std::vector<Attr> attrs;
    for (const Attr& attr : old_.attrs) {
      if (attr.name.substr(0, 1) != "_") attrs.push_back(attr);
    }
    return attrs;
  }

  // Adds the node's attributes that belong to no op. Attributes that describe its outputs would be
  // wrong for other ops.
  std::vector<Attr> WithCommonAttrs(std::vector<Attr> attrs) const {
    for (const Attr& attr : old_.attrs) {
      const bool is_hint = attr.name == "_output_shapes" || attr.name == "_input_shapes";
      if (attr.name.substr(0, 1) == "_" && !is_hint) attrs.push_back(attr);
    }
    return attrs;
  }

  int Add(const std::string& part, int number, std::string_view op, std::vector<Attr> attrs) {
    const std::string base =
        std::string(old_.name) + "/" + part + (number == 0 ? "" : "_" + std::to_string(number));
    std::string name = base;
    for (int i = 1; graph_->HasNode(name); ++i) name = base + "/" + std::to_string(i);
    NodeDef node;
    node.name = graph_->Keep(std::move(name));
    node.op = op;
    node.device = old_.device;
    node.attrs = WithCommonAttrs(std::move(attrs));
    return graph_->Add(std::move(node), node_);
  }

  // The node keeps its name and position, so its consumers are unchanged.
  void Become(std::string_view op, std::vector<Attr> attrs, const std::vector<Edge>& inputs) {
    NodeDef* const node = graph_->Change(node_);
    node->op = op;
    node->attrs = WithCommonAttrs(std::move(attrs));
    node->EraseTypes();
    graph_->SetInputs(node_, inputs);
  }

  const TensorOp& op_;
  const int node_;
  Graph* const graph_;
  const NodeDef old_;
  const std::vector<Edge> inputs_;
  const std::string_view dtype_;  // the variables' type
};

UpdateOrder OrderOf(const Graph& graph, const UpdateSurroundings& surroundings,
                    const TensorOps& ops) {
  const std::vector<bool> runs = NodesThatRun(graph, surroundings);
  const std::optional<ControlFlow> flow = ControlFlow::Of(graph, runs);
  if (!flow) return {};
  const auto updated = [&](int node) -> UpdatedInputs {
    const TensorOp* const op = ops.For(graph, node);
    if (op == nullptr || !op->is_update) return {};
    return {op->variables, TypeOf(graph.node(node), op->type)};
  };
  return OrderUpdates(graph, runs, *flow, FindVariableWriters(graph, runs, updated));
}

// A node may wait for thousands of others.
void AddWaits(const std::vector<std::pair<int, int>>& waits, Graph* graph) {
  std::map<int, std::vector<Edge>> more;
  for (const auto& [first, second] : waits) more[second].push_back({first, kControl});
  for (const auto& [node, edges] : more) {
    std::vector<Edge> inputs = graph->inputs(node);
    inputs.insert(inputs.end(), edges.begin(), edges.end());
    graph->SetInputs(node, inputs);
  }
}

}  // namespace

int PartVariableUpdates(const UpdateSurroundings& surroundings, Graph* graph) {
  const TensorOps ops(surroundings);
  std::vector<int> nodes;  // the nodes to split
  bool has_updates = false;
  bool is_done = false;  // the node was split in an earlier round
  for (int i = 0; i < graph->size(); ++i) {
    const TensorOp* const op = ops.For(*graph, i);
    if (op == nullptr) {
      is_done = is_done || ops.IsOne(graph->node(i));
    } else if (op->is_update) {
      has_updates = true;
    } else {
      nodes.push_back(i);
    }
  }
  if (has_updates && !is_done) {
    const UpdateOrder order = OrderOf(*graph, surroundings, ops);
    AddWaits(order.waits, graph);
    nodes.insert(nodes.end(), order.updates.begin(), order.updates.end());
  }
  for (const int node : nodes) Parting(*ops.For(*graph, node), node, graph).Run();
  return static_cast<int>(nodes.size());
}

}  // namespace pluggable::graph
