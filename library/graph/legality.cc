// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/legality.h"

#include <algorithm>
#include <string>

#include "graph/conditions.h"
#include "graph/device_name.h"

namespace pluggable::graph {
namespace {

bool Contains(const std::vector<int>& nodes, int node) {
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

bool AreOnOneDevice(const Graph& graph, const Match& match, const Surroundings& surroundings) {
  const std::string_view device = graph.node(match.nodes[0]).device;
  if (DeviceType(device) != surroundings.device_type) return false;
  return std::all_of(match.nodes.begin(), match.nodes.end(), [&](int node) {
    const NodeDef& def = graph.node(node);
    // A node may require a kernel with a label, which a new op does not have.
    return def.device == device && def.FindAttr("_kernel").empty();
  });
}

// Whether all outputs of the root that have consumers still exist after the rewrite.
bool KeepsOutputs(const Graph& graph, const Rewrite& rewrite, int root,
                  const Surroundings& surroundings) {
  if (surroundings.IsPreserved(graph.node(root).name) && rewrite.outputs != rewrite.root_outputs) {
    return false;
  }
  const ConsumerLists::Range consumers = graph.consumers(root);
  return std::all_of(consumers.begin(), consumers.end(), [&](int consumer) {
    const std::vector<Edge>& inputs = graph.inputs(consumer);
    return std::all_of(inputs.begin(), inputs.end(), [&](const Edge& edge) {
      return edge.node != root || edge.output < rewrite.outputs;
    });
  });
}

// Whether no input of the match depends on the match itself. Values must not be computed by nodes
// that are removed, and control inputs must not form a circle.
bool DependsOnOthers(const Graph& graph, const Match& match) {
  return std::none_of(match.values.begin(), match.values.end(),
                      [&](const Edge& value) { return Contains(match.nodes, value.node); }) &&
         std::none_of(match.nodes.begin(), match.nodes.end(), [&](int node) {
           const std::vector<Edge>& inputs = graph.inputs(node);
           return std::any_of(inputs.begin(), inputs.end(),
                              [&](const Edge& edge) { return edge.node == match.nodes[0]; });
         });
}

// A Const that is fed has another value at run time.
bool AreConstant(const Graph& graph, const Rewrite& rewrite, const Match& match,
                 const Surroundings& surroundings) {
  const auto is_fed = [&](int node) { return surroundings.IsPreserved(graph.node(node).name); };
  const auto is_fed_value = [&](int value) {
    return is_fed(match.values[static_cast<size_t>(value)].node);
  };
  return std::none_of(match.numbers.begin(), match.numbers.end(), is_fed) &&
         std::none_of(rewrite.conditions.begin(), rewrite.conditions.end(),
                      [&](const Condition& condition) {
                        return is_fed_value(condition.first) || is_fed_value(condition.second);
                      });
}

}  // namespace

std::vector<int> InnerNodes(const Match& match) {
  std::vector<int> inner;
  for (const int node : match.nodes) {
    if (node != match.nodes[0] && !Contains(inner, node)) inner.push_back(node);
  }
  return inner;
}

bool IsAnchor(const Graph& graph, int node, const std::vector<int>& others) {
  const std::vector<int>& colocated = graph.ColocatedWith(graph.node(node).name);
  return std::any_of(colocated.begin(), colocated.end(), [&](int other) {
    return other != node && !graph.IsRemoved(other) && !Contains(others, other);
  });
}

bool IsHidden(const Graph& graph, int node, const std::vector<int>& by,
              const Surroundings& surroundings) {
  const ConsumerLists::Range consumers = graph.consumers(node);
  return !surroundings.IsPreserved(graph.node(node).name) && !IsAnchor(graph, node, by) &&
         std::all_of(consumers.begin(), consumers.end(),
                     [&](int consumer) { return Contains(by, consumer); });
}

bool IsLegal(const Graph& graph, const Rewrite& rewrite, const Match& match,
             const Surroundings& surroundings) {
  const std::vector<int> inner = InnerNodes(match);
  return AreOnOneDevice(graph, match, surroundings) && DependsOnOthers(graph, match) &&
         KeepsOutputs(graph, rewrite, match.nodes[0], surroundings) &&
         AreConstant(graph, rewrite, match, surroundings) &&
         std::all_of(inner.begin(), inner.end(),
                     [&](int node) { return IsHidden(graph, node, match.nodes, surroundings); }) &&
         std::all_of(
             rewrite.conditions.begin(), rewrite.conditions.end(),
             [&](const Condition& condition) { return IsFulfilled(condition, graph, match); });
}

}  // namespace pluggable::graph
