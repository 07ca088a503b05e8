// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "variables/kept_values.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <iterator>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "graph/attr_value.h"
#include "graph/device_name.h"
#include "plugin/features/graph.h"
#include "plugin/names.h"
#include "variables/kept_value_op.h"
#include "variables/kept_values_in_chains.h"
#include "variables/variable_writers.h"

namespace pluggable::graph {
namespace {

// The limit for nodes between an old value and the new one. An optimizer's step has about ten.
constexpr size_t kMaxNodes = 200;

// Tensors from another frame, and tensors that may be dead, are not followed.
bool IsControlFlow(std::string_view op) {
  for (const char* one : {"Switch", "RefSwitch", "_SwitchN", "Merge", "RefMerge", "Enter",
                          "RefEnter", "Exit", "RefExit", "NextIteration", "RefNextIteration"}) {
    if (op == one) return true;
  }
  return false;
}

// Ops whose output may have the memory of their first input.
constexpr std::string_view kKeepingMemory[] = {"Identity",        "Reshape",    "Squeeze",
                                               "ExpandDims",      "Snapshot",   "StopGradient",
                                               "PreventGradient", "EnsureShape"};

bool IsKeptType(std::string_view type_attr) {
  return std::any_of(std::begin(kKeptTypes), std::end(kKeptTypes),
                     [&](TF_DataType type) { return type_attr == TypeAttr(type); });
}

// The nearest node that reads the variable among those whose results `end` needs, or, if
// `by_control`, waits for; -1 if there is none. Where `end` runs, that node has run.
int FindRead(const Graph& graph, const Edge& variable, int end, bool by_control) {
  std::deque<int> pending = {end};
  std::unordered_set<int> seen = {end};
  while (!pending.empty() && seen.size() < kMaxNodes) {
    const int index = pending.front();
    pending.pop_front();
    if (IsReadOf(graph, index, variable)) return index;
    if (IsControlFlow(graph.node(index).op)) continue;
    for (const Edge& input : graph.inputs(index)) {
      if (input.is_control() && !by_control) continue;
      if (seen.insert(input.node).second) pending.push_back(input.node);
    }
  }
  return -1;
}

// The node that reads the variable whose value this is, unchanged; -1 if it is computed.
int FindReadOfValue(const Graph& graph, Edge value) {
  for (size_t i = 0; i < kMaxNodes; ++i) {
    const std::string_view op = graph.node(value.node).op;
    if (value.output != 0 || graph.num_data_inputs(value.node) == 0) return -1;
    if (op == "ReadVariableOp") return value.node;
    if (std::find(std::begin(kKeepingMemory), std::end(kKeepingMemory), op) ==
        std::end(kKeepingMemory))
      return -1;
    value = graph.inputs(value.node)[0];
  }
  return -1;
}

// What the op before the assignment knows as the old value; nothing if there is to be no such op.
std::optional<Edge> OldValueFor(const Graph& graph, int assign) {
  const Edge variable = graph.inputs(assign)[0];
  const Edge value = graph.inputs(assign)[1];
  const int source = FindReadOfValue(graph, value);
  if (source >= 0 && IsReadOf(graph, source, variable)) return std::nullopt;  // it stays the same
  int read = FindRead(graph, variable, value.node, /*by_control=*/false);
  if (read < 0 && IsOnlyWriter(graph, assign)) {
    read = FindRead(graph, variable, assign, /*by_control=*/true);
  }
  if (read >= 0) return Edge{read, 0};
  if (source >= 0 && IsWritten(graph, graph.inputs(source)[0])) return value;
  return std::nullopt;
}

}  // namespace

int KeepValues(std::string_view device_type, const TensorOpTable& tensor_ops, Graph* graph) {
  int kept = 0;
  const int size = graph->size();
  for (int i = 0; i < size; ++i) {
    if (graph->IsRemoved(i) || graph->node(i).op != "AssignVariableOp" ||
        graph->num_data_inputs(i) != 2) {
      continue;
    }
    const NodeDef assign = graph->node(i);
    const std::string_view dtype = assign.FindAttr("dtype");
    if (DeviceType(assign.device) != device_type || !IsKeptType(dtype)) continue;
    std::vector<Edge> inputs = graph->inputs(i);
    const std::string_view computed_by = graph->node(inputs[1].node).op;
    if constexpr (features::kGraphChains) {
      if (ReplacesValue(graph->node(inputs[1].node))) continue;
    }
    const bool is_kept = computed_by == names::kKeptValueOp || computed_by == names::kKeptPlaceOp ||
                         std::any_of(tensor_ops.begin(), tensor_ops.end(),
                                     [&](const TensorOp& op) { return computed_by == op.name; });
    if (is_kept) continue;
    const std::optional<Edge> old = OldValueFor(*graph, i);
    if (!old) continue;
    NodeDef node;
    std::string name = std::string(assign.name) + "/kept";
    for (int n = 1; graph->HasNode(name); ++n) {
      name = std::string(assign.name) + "/kept_" + std::to_string(n);
    }
    node.name = graph->Keep(std::move(name));
    node.op = names::kKeptValueOp;
    node.device = assign.device;
    node.attrs = {{"T", dtype}};
    const int added = graph->Add(std::move(node), i);
    graph->SetInputs(added, {*old, inputs[1]});
    inputs[1] = {added, 0};
    graph->SetInputs(i, inputs);
    ++kept;
  }
  return kept;
}

}  // namespace pluggable::graph
