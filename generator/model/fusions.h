// Ready sets of fusions (catalog/fusions): rewrites, with the ops they make and reference kernels.

#ifndef PLUGINGEN_MODEL_FUSIONS_H_
#define PLUGINGEN_MODEL_FUSIONS_H_

#include "diag/diagnostic.h"
#include "spec/spec.h"

namespace plugingen::model {

// Puts what the sets under `graph.rewrites` contain in their place, and their ops behind those of
// the spec. The ops' names begin with the plugin's. Unknown sets are reported (E0378) and left out.
void AddFusions(spec::Spec& spec, diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_FUSIONS_H_
