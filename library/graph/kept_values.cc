// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/kept_values.h"

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "graph/attr_value.h"
#include "graph/device_name.h"
#include "graph/kept_values_in_chains.h"
#include "plugin/features/graph.h"
#include "plugin/kept_values.h"
#include "plugin/names.h"

namespace pluggable::graph {
namespace {

// The limit for nodes between an old value and the new one. An optimizer's step has about ten.
constexpr size_t kMostNodes = 200;

// Tensors from another frame, and tensors that may be dead, are not followed.
bool IsControlFlow(std::string_view op) {
  for (const char* one : {"Switch", "RefSwitch", "_SwitchN", "Merge", "RefMerge", "Enter",
                          "RefEnter", "Exit", "RefExit", "NextIteration", "RefNextIteration"}) {
    if (op == one) return true;
  }
  return false;
}

bool IsKeptType(std::string_view type_attr) {
  return std::any_of(std::begin(kKeptTypes), std::end(kKeptTypes),
                     [&](TF_DataType type) { return type_attr == TypeAttr(type); });
}

// The node that reads the variable to compute the value; -1 if there is none.
int FindRead(const Graph& graph, const Edge& variable, const Edge& value) {
  std::deque<int> pending = {value.node};
  std::unordered_set<int> seen = {value.node};
  while (!pending.empty() && seen.size() < kMostNodes) {
    const int index = pending.front();
    pending.pop_front();
    const NodeDef& node = graph.node(index);
    if (node.op == "ReadVariableOp" && graph.num_data_inputs(index) == 1 &&
        graph.inputs(index)[0] == variable) {
      return index;
    }
    if (IsControlFlow(node.op)) continue;
    for (int i = 0; i < graph.num_data_inputs(index); ++i) {
      const int input = graph.inputs(index)[static_cast<size_t>(i)].node;
      if (seen.insert(input).second) pending.push_back(input);
    }
  }
  return -1;
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
    const int read = FindRead(*graph, inputs[0], inputs[1]);
    if (read < 0 || read == inputs[1].node) continue;
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
    graph->SetInputs(added, {{read, 0}, inputs[1]});
    inputs[1] = {added, 0};
    graph->SetInputs(i, inputs);
    ++kept;
  }
  return kept;
}

}  // namespace pluggable::graph
