// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/kept_values_in_chains.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "graph/attr_value.h"
#include "graph/legality.h"
#include "plugin/names.h"

namespace pluggable::graph {
namespace {

// Makes a chain's node know the value `old`.
void GiveOldValue(int chain, const Edge& old, Graph* graph) {
  std::vector<Edge> inputs = graph->inputs(chain);
  const auto end = inputs.begin() + graph->num_data_inputs(chain);
  const auto found = std::find(inputs.begin(), end, old);
  const int64_t index = found - inputs.begin();
  if (found == end) {
    inputs.insert(end, old);
    graph->SetInputs(chain, inputs);
  }
  const std::string_view number = graph->Keep(IntAttr(graph->num_data_inputs(chain)));
  const std::string_view old_index = graph->Keep(IntAttr(index));
  for (auto& [name, value] : graph->Change(chain)->attrs) {
    if (name == "N") value = number;
    if (name == kOldAttr) value = old_index;
  }
}

}  // namespace

bool ReplacesValue(const NodeDef& node) {
  const std::string_view old = node.FindAttr(kOldAttr);
  return !node.FindAttr("steps").empty() && !old.empty() && old != IntAttr(-1);
}

void KeepValuesInChains(const std::vector<Rewrite>& rewrites, const Surroundings& surroundings,
                        Graph* graph) {
  const auto is_chain = [&](const NodeDef& node) {
    return std::any_of(rewrites.begin(), rewrites.end(), [&](const Rewrite& rewrite) {
      return rewrite.replaces_values && node.op == rewrite.replace[0].op;
    });
  };
  for (int i = 0; i < graph->size(); ++i) {
    if (graph->IsRemoved(i) || graph->node(i).op != names::kKeptValueOp ||
        graph->num_data_inputs(i) != 2 || surroundings.IsPreserved(graph->node(i).name)) {
      continue;
    }
    const Edge old = graph->inputs(i)[0];
    const int chain = graph->inputs(i)[1].node;
    if (!is_chain(graph->node(chain)) || ReplacesValue(graph->node(chain)) ||
        graph->node(chain).device != graph->node(i).device ||
        !IsHidden(*graph, chain, {i}, surroundings)) {
      continue;
    }
    GiveOldValue(chain, old, graph);
    graph->MoveConsumers(i, chain);
    graph->Remove(i);
  }
}

}  // namespace pluggable::graph
