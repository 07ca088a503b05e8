// Whether a device has the ops that TensorFlow makes of those it was given.

#ifndef PLUGINGEN_MODEL_CHECK_REWRITES_H_
#define PLUGINGEN_MODEL_CHECK_REWRITES_H_

#include <vector>

#include "diag/diagnostic.h"
#include "model/expand.h"
#include "spec/spec.h"

namespace plugingen::model {

// TensorFlow's graph optimizer replaces ops by others (catalog/rewrites.txt) after they have got
// their device. Functions fail on a device without a kernel of the new op. One warning for all.
void WarnOfRewrites(const spec::Spec& spec, const std::vector<Request>& requests, diag::Sink& sink);

// Warns of a pass that the spec switches on and whose ops no plugin can have kernels of (W0371).
void WarnOfPasses(const spec::Spec& spec, diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_CHECK_REWRITES_H_
