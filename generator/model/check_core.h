// Conflicts between the kernels of a plugin and those of TensorFlow.

#ifndef PLUGINGEN_MODEL_CHECK_CORE_H_
#define PLUGINGEN_MODEL_CHECK_CORE_H_

#include <vector>

#include "diag/diagnostic.h"
#include "model/expand.h"
#include "model/served.h"
#include "spec/spec.h"

namespace plugingen::model {

// Warns if kernels of the plugin silently replace TensorFlow's host-memory kernels, which do the
// int32 arithmetic of shapes. Gives one warning per entry, with its first combination of types.
void WarnOfShadowing(const std::vector<Request>& requests, diag::Sink& sink);

// Warns about ops whose TensorFlow kernels, registered for every device, compute on the CPU in the
// device's memory (catalog/core_on_device.txt). A device that computes anything needs its own
// kernels for these ops.
void WarnOfCoresKernels(const spec::Spec& spec, const std::vector<Request>& requests,
                        const Served& served, diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_CHECK_CORE_H_
