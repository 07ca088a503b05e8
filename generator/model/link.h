// From a checked spec and the catalogue to the plugin to emit.

#ifndef PLUGINGEN_MODEL_LINK_H_
#define PLUGINGEN_MODEL_LINK_H_

#include "diag/diagnostic.h"
#include "model/plugin.h"
#include "spec/spec.h"

namespace plugingen::model {

// Resolves sets to ops, and ops to registrations with all combinations of dtypes. Reports what
// TensorFlow would reject or could never run (E03xx, W03xx). The plugin may only be emitted if the
// sink has no errors. The order of the spec's entries does not affect the result.
Plugin Link(const spec::Spec& spec, diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_LINK_H_
