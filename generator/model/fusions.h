// The ready-made sets of fusions (catalog/fusions): rewrites with their ops and reference kernels.

#ifndef PLUGINGEN_MODEL_FUSIONS_H_
#define PLUGINGEN_MODEL_FUSIONS_H_

#include "diag/diagnostic.h"
#include "spec/spec.h"

namespace plugingen::model {

// Replaces the sets in `graph.rewrites` by their rewrites, and appends their ops to those of the
// spec. The names of these ops start with the plugin's name. Reports unknown sets (E0378) and
// leaves them out.
void AddFusions(spec::Spec& spec, diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_FUSIONS_H_
