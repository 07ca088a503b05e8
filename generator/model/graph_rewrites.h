// Links `graph.rewrites:` with the ops and kernels of the plugin.

#ifndef PLUGINGEN_MODEL_GRAPH_REWRITES_H_
#define PLUGINGEN_MODEL_GRAPH_REWRITES_H_

#include <vector>

#include "diag/diagnostic.h"
#include "model/new_op.h"
#include "model/plugin.h"
#include "model/served.h"
#include "spec/spec.h"

namespace plugingen::model {

// Sets the plugin's merges, rewrites and chains, in the order of its spec. Reports mistakes to the
// sink (E0371 to E0377, E0379, E0380) and leaves them out.
void LinkRewrites(const Served& served, Plugin& plugin, diag::Sink& sink);

// Warns about rewrites to an op for which the plugin has no kernel, because they never happen
// (W0370).
void WarnOfMissingKernels(const Plugin& plugin, diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_GRAPH_REWRITES_H_
