// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/host_logic.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "graph/attr_value.h"
#include "graph/device_name.h"
#include "graph/kernel_check.h"
#include "plugin/host_logic.h"

namespace pluggable::graph {
namespace {

constexpr char kLabel[] = "_kernel";

template <size_t N>
bool IsOneOf(std::string_view op, const char* const (&ops)[N]) {
  return std::any_of(std::begin(ops), std::end(ops), [op](const char* one) { return op == one; });
}

bool IsLogic(const NodeDef& node) {
  static constexpr const char* kOps[] = {"LogicalAnd", "LogicalNot", "LogicalOr"};
  return IsOneOf(node.op, kOps);
}

// TensorFlow has kernels of these ops for int32 in host memory, on every device. A kernel of the
// plugin would replace them.
bool ComparesOnHost(const NodeDef& node, const KernelTable& kernels) {
  static constexpr const char* kOps[] = {"Equal", "Greater",   "GreaterEqual",
                                         "Less",  "LessEqual", "NotEqual"};
  return IsOneOf(node.op, kOps) && node.FindAttr("T") == TypeAttr(TF_INT32) &&
         !HasKernel(kernels, node);
}

bool IsOnHost(const NodeDef& node, const KernelTable& kernels) {
  return ComparesOnHost(node, kernels) ||
         (IsLogic(node) && node.FindAttr(kLabel) == StringAttr(kHostLogicLabel));
}

}  // namespace

int KeepLogicOnHost(std::string_view device_type, const KernelTable& kernels, Graph* graph) {
  int kept = 0;
  std::vector<int> pending(static_cast<size_t>(graph->size()));
  std::iota(pending.begin(), pending.end(), 0);
  while (!pending.empty()) {
    const int index = pending.back();
    pending.pop_back();
    const NodeDef& node = graph->node(index);
    if (graph->IsRemoved(index) || !IsLogic(node) || !node.FindAttr(kLabel).empty() ||
        DeviceType(node.device) != device_type) {
      continue;
    }
    const auto begin = graph->inputs(index).begin();
    const bool is_known =
        std::all_of(begin, begin + graph->num_data_inputs(index), [&](const Edge& edge) {
          const NodeDef& input = graph->node(edge.node);
          return input.device == node.device && IsOnHost(input, kernels);
        });
    if (!is_known) continue;
    const std::string_view label = graph->Keep(StringAttr(kHostLogicLabel));
    graph->Change(index)->attrs.push_back({kLabel, label});
    ++kept;
    // The consumers of its output may now qualify as well.
    const std::vector<int> consumers = graph->ConsumersInOrder(index);
    pending.insert(pending.end(), consumers.begin(), consumers.end());
  }
  return kept;
}

}  // namespace pluggable::graph
