// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "variables/variable_writers.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>

#include "graph/attr_value.h"

namespace pluggable::graph {
namespace {

// Ops that pass an input on, for example a variable's handle.
constexpr std::string_view kPassing[] = {"Enter", "Exit",          "Identity", "IdentityN",
                                         "Merge", "NextIteration", "Switch",   "_SwitchN"};

constexpr std::string_view kReading[] = {"ReadVariableOp",     "ResourceGather", "ResourceGatherNd",
                                         "VarIsInitializedOp", "VariableShape",  "_Retval"};

// Ops that run functions or Python code, which can do anything.
constexpr std::string_view kCalling[] = {
    "BatchFunction",    "Case",   "EagerPyFunc",   "For",        "If",
    "PartitionedCall",  "PyFunc", "ReduceDataset", "RemoteCall", "StatefulPartitionedCall",
    "SymbolicGradient", "While",  "XlaLaunch"};

// Prefixes of ops on resources that are not variables.
constexpr std::string_view kOfOthers[] = {"Anonymous",
                                          "Barrier",
                                          "Close",
                                          "Delete",
                                          "Flush",
                                          "Import",
                                          "Iterator",
                                          "Lookup",
                                          "MakeIterator",
                                          "MultiDeviceIterator",
                                          "Queue",
                                          "ResourceAccumulator",
                                          "ResourceConditionalAccumulator",
                                          "Stack",
                                          "TensorArray",
                                          "Write"};

template <size_t n>
bool Contains(const std::string_view (&ops)[n], std::string_view op) {
  return std::find(std::begin(ops), std::end(ops), op) != std::end(ops);
}

class Finder {
 public:
  explicit Finder(const Graph& graph) : graph_(graph) {}

  bool IsHandle(const Edge& edge) const {
    if (edge.is_control()) return false;
    const NodeDef& source = graph_.node(OriginOf(edge));
    if (source.op == "VarHandleOp") return true;
    return source.FindAttr("T") == resource_ || source.FindAttr("dtype") == resource_;
  }

  // A name that identifies the variable. An argument can be any variable, even the same as another
  // argument.
  std::string NameOf(const Edge& edge) const {
    const NodeDef& source = graph_.node(OriginOf(edge));
    if (source.op != "VarHandleOp") return {};
    std::string_view name = StringOf(source.FindAttr("shared_name"));
    // Each run of such a node creates a variable.
    constexpr std::string_view kAnonymous = "cd2c89b7-88b7-44c8-ad83-06c2a9158347";
    if (name.empty() || name == kAnonymous) name = source.name;
    std::string text(source.device);
    text += "|";
    text += StringOf(source.FindAttr("container"));
    text += "|";
    text += name;
    return text;
  }

 private:
  // The node that a tensor comes from, if it is a single one. Results are stored, since each node
  // of a long chain may have other consumers.
  int OriginOf(const Edge& edge) const {
    std::vector<std::pair<int, size_t>> passed;  // nodes, and the inputs that they pass on
    int origin = -1;
    for (Edge at = edge; origin < 0;) {
      const std::string_view op = graph_.node(at.node).op;
      const size_t input = op == "IdentityN" ? static_cast<size_t>(at.output) : 0;
      const auto known = origins_.find({at.node, input});
      if (known != origins_.end()) {
        origin = known->second;
      } else if (!Contains(kPassing, op) || op == "Merge" ||
                 graph_.inputs(at.node).size() <= input ||
                 passed.size() >= static_cast<size_t>(graph_.size())) {
        origin = at.node;
      } else {
        passed.emplace_back(at.node, input);
        at = graph_.inputs(at.node)[input];
      }
    }
    for (const auto& one : passed) origins_[one] = origin;
    return origin;
  }

  const Graph& graph_;
  const std::string resource_ = TypeAttr(TF_RESOURCE);
  mutable std::map<std::pair<int, size_t>, int> origins_;
};

bool IsOfOthers(std::string_view op) {
  return std::any_of(std::begin(kOfOthers), std::end(kOfOthers), [op](std::string_view prefix) {
    return op.substr(0, prefix.size()) == prefix;
  });
}

}  // namespace

std::vector<VariableWriter> FindVariableWriters(
    const Graph& graph, const std::vector<bool>& runs,
    const std::function<UpdatedInputs(int node)>& updated) {
  const Finder finder(graph);
  std::vector<VariableWriter> writers;
  for (int i = 0; i < graph.size(); ++i) {
    const NodeDef& node = graph.node(i);
    if (!runs[static_cast<size_t>(i)] || graph.IsRemoved(i)) continue;
    // A known variable is one, whatever its handle comes from.
    UpdatedInputs known = updated(i);
    VariableWriter writer = {i, known.count > 0, {}};
    if (node.op == "AssignVariableOp") known = {1, node.FindAttr("dtype")};
    if (Contains(kCalling, node.op)) {
      writer.variables.emplace_back();
    } else if (Contains(kPassing, node.op) || Contains(kReading, node.op) || IsOfOthers(node.op)) {
      continue;
    } else {
      const std::vector<Edge>& inputs = graph.inputs(i);
      for (size_t k = 0; k < inputs.size(); ++k) {
        if (k < static_cast<size_t>(known.count) || finder.IsHandle(inputs[k])) {
          writer.variables.push_back({finder.NameOf(inputs[k]), known.dtype});
        }
      }
    }
    if (!writer.variables.empty()) writers.push_back(std::move(writer));
  }
  return writers;
}

bool IsReadOf(const Graph& graph, int node, const Edge& handle) {
  return graph.node(node).op == "ReadVariableOp" && graph.num_data_inputs(node) == 1 &&
         graph.inputs(node)[0] == handle;
}

bool IsWritten(const Graph& graph, const Edge& handle) {
  const std::vector<int> consumers = graph.ConsumersInOrder(handle.node);
  return std::any_of(consumers.begin(), consumers.end(),
                     [&](int consumer) { return !Contains(kReading, graph.node(consumer).op); });
}

bool IsOnlyWriter(const Graph& graph, int assign) {
  const Edge& handle = graph.inputs(assign)[0];
  const std::string_view source = graph.node(handle.node).op;
  if (handle.output != 0 || (source != "_Arg" && source != "VarHandleOp")) return false;
  const std::vector<int> consumers = graph.ConsumersInOrder(handle.node);
  return std::all_of(consumers.begin(), consumers.end(), [&](int consumer) {
    return consumer == assign || Contains(kReading, graph.node(consumer).op);
  });
}

}  // namespace pluggable::graph
