// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "variables/kept_values_in_chains.h"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "graph/attr_value.h"
#include "graph/legality.h"
#include "plugin/names.h"

namespace pluggable::graph {
namespace {

// The attribute `steps` of a chain that gets one more input after its `count` inputs. An operand
// below `count` is an input; others are results of steps, whose numbers increase.
std::string StepsWithAnotherInput(std::string_view steps_attr, int64_t count) {
  std::vector<std::string> steps;
  ForEachString(steps_attr, [&](std::string_view text) {
    std::istringstream words{std::string(text)};
    std::string step;
    words >> step;
    for (int64_t operand = 0; words >> operand;) {
      step += " " + std::to_string(operand < count ? operand : operand + 1);
    }
    steps.push_back(std::move(step));
  });
  return StringsAttr(steps);
}

// Adds the input `old` to the chain's node, so that it keeps that value.
void GiveOldValue(int chain, const Edge& old, Graph* graph) {
  std::vector<Edge> inputs = graph->inputs(chain);
  const int64_t count = graph->num_data_inputs(chain);
  const auto end = inputs.begin() + count;
  const auto found = std::find(inputs.begin(), end, old);
  const int64_t index = found - inputs.begin();
  const bool is_another = found == end;
  if (is_another) {
    inputs.insert(end, old);
    graph->SetInputs(chain, inputs);
  }
  for (auto& [name, value] : graph->Change(chain)->attrs) {
    if (name == kOldAttr) value = graph->Keep(IntAttr(index));
    if (!is_another) continue;
    if (name == "N") value = graph->Keep(IntAttr(count + 1));
    if (name == "steps") value = graph->Keep(StepsWithAnotherInput(value, count));
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
    // If the node waits for more than its inputs, it must stay.
    if (graph->IsRemoved(i) || graph->node(i).op != names::kKeptValueOp ||
        graph->num_data_inputs(i) != 2 || graph->inputs(i).size() != 2 ||
        surroundings.IsPreserved(graph->node(i).name) || IsAnchor(*graph, i, {})) {
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
