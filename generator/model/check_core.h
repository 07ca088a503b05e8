// What a plugin's kernels and those of TensorFlow's core do to each other.

#ifndef PLUGINGEN_MODEL_CHECK_CORE_H_
#define PLUGINGEN_MODEL_CHECK_CORE_H_

#include <vector>

#include "diag/diagnostic.h"
#include "model/expand.h"
#include "model/served.h"
#include "spec/spec.h"

namespace plugingen::model {

// Core's host-memory kernels (int32 arithmetic on shapes) are silently replaced by the plugin's.
// One warning for each entry, with its first combination of types.
void WarnOfShadowing(const std::vector<Request>& requests, diag::Sink& sink);

// Core has kernels for every device that compute on the CPU in the device's memory
// (catalog/core_on_device.txt). A device that computes anything has to bring these ops itself.
void WarnOfCoresKernels(const spec::Spec& spec, const std::vector<Request>& requests,
                        const Served& served, diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_CHECK_CORE_H_
