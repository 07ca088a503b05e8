// The rewrites under `graph.rewrites:`, linked with the ops and kernels there are.

#ifndef PLUGINGEN_MODEL_GRAPH_REWRITES_H_
#define PLUGINGEN_MODEL_GRAPH_REWRITES_H_

#include <vector>

#include "diag/diagnostic.h"
#include "model/new_op.h"
#include "model/plugin.h"
#include "model/served.h"
#include "spec/spec.h"

namespace plugingen::model {

// Fills in merges, rewrites and chains of the plugin, in the order of its spec. What is wrong goes
// to the sink (E0371 to E0377, E0379, E0380) and is left out.
void LinkRewrites(const Served& served, Plugin& plugin, diag::Sink& sink);

// Warns of rewrites to an op that the plugin has no kernel for: they never happen (W0370).
void WarnOfMissingKernels(const Plugin& plugin, diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_GRAPH_REWRITES_H_
