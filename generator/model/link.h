// From a checked spec and the catalogue to the plugin that is emitted.

#ifndef PLUGINGEN_MODEL_LINK_H_
#define PLUGINGEN_MODEL_LINK_H_

#include "diag/diagnostic.h"
#include "model/plugin.h"
#include "spec/spec.h"

namespace plugingen::model {

// Resolves every kernel entry: sets to ops, ops to registrations with all dtype combinations.
// Reports what TensorFlow would not accept or could never run (codes E03xx, W03xx); the plugin is
// only meant for emission when the sink has no errors. The order of the spec's entries does not
// matter to the result.
Plugin Link(const spec::Spec& spec, diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_LINK_H_
