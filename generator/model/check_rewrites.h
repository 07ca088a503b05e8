// Checks that a device has the ops that TensorFlow creates from others.

#ifndef PLUGINGEN_MODEL_CHECK_REWRITES_H_
#define PLUGINGEN_MODEL_CHECK_REWRITES_H_

#include <vector>

#include "diag/diagnostic.h"
#include "model/expand.h"
#include "spec/spec.h"

namespace plugingen::model {

// TensorFlow's graph optimizer replaces ops (catalog/rewrites.txt) after placing them on a device.
// A function fails if the device has no kernel for the new op. Gives one warning for all of them.
void WarnOfRewrites(const spec::Spec& spec, const std::vector<Request>& requests, diag::Sink& sink);

// Warns if the spec enables a pass that creates ops for which no plugin can have kernels (W0371).
void WarnOfPasses(const spec::Spec& spec, diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_CHECK_REWRITES_H_
