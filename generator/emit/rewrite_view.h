// What templates see of `graph:`.

#ifndef PLUGINGEN_EMIT_REWRITE_VIEW_H_
#define PLUGINGEN_EMIT_REWRITE_VIEW_H_

#include <string_view>
#include <vector>

#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// Whether graphs are rewritten.
bool HasRewrites(const model::Plugin& plugin);

// Whether the plugin looks at graphs: to rewrite them, or to part updates of variables.
bool ReadsGraphs(const model::Plugin& plugin);

// Whether conditions of loops stay on the host: the plugin looks at graphs, and has kernels of
// LogicalAnd or the like.
bool HasHostLogic(const model::Plugin& plugin);

// Whether elements are added to lists on the device: the plugin looks at graphs, and has a kernel
// of AddV2.
bool HasListSums(const model::Plugin& plugin);

// Whether something happens to graphs: TF_InitGraph is emitted.
bool HasGraph(const model::Plugin& plugin);

// What the reference kernel of a chain's op has to know of the steps that there can be.
Value ChainStepsView(const model::Plugin& plugin, std::string_view op);

// The formulas of all steps that chains may have, by their names in catalog/formulas.txt: some more
// than once, "Other" among them.
std::vector<std::string_view> FormulasOfChains(const model::Plugin& plugin);

Value GraphView(const model::Plugin& plugin);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_REWRITE_VIEW_H_
