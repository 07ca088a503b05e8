// Template values for `graph:`.

#ifndef PLUGINGEN_EMIT_REWRITE_VIEW_H_
#define PLUGINGEN_EMIT_REWRITE_VIEW_H_

#include <string_view>
#include <vector>

#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// True if the plugin rewrites graphs.
bool HasRewrites(const model::Plugin& plugin);

// True if the plugin inspects graphs, to rewrite them or to split updates of variables.
bool ReadsGraphs(const model::Plugin& plugin);

// True if loop conditions stay on the host. That is so if the plugin inspects graphs and has
// kernels of logical ops such as LogicalAnd.
bool HasHostLogic(const model::Plugin& plugin);

// True if the plugin adds elements to lists on the device. That is so if it inspects graphs and has
// a kernel of AddV2.
bool HasListSums(const model::Plugin& plugin);

// True if the plugin has a graph optimizer, so that TF_InitGraph is emitted.
bool HasGraph(const model::Plugin& plugin);

// Returns what the reference kernel of a chain's op has to know about the possible steps.
Value ChainStepsView(const model::Plugin& plugin, std::string_view op);

// Returns the names in catalog/formulas.txt for all steps that chains can have. The list can
// contain duplicates and "Other".
std::vector<std::string_view> FormulasOfChains(const model::Plugin& plugin);

Value GraphView(const model::Plugin& plugin);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_REWRITE_VIEW_H_
