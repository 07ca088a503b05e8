// Keys that only some backends have a use for.

#ifndef PLUGINGEN_SPEC_CHECK_BACKEND_H_
#define PLUGINGEN_SPEC_CHECK_BACKEND_H_

#include "diag/diagnostic.h"
#include "spec/spec.h"

namespace plugingen::spec {

// Reports keys of the device that are given and would be ignored.
void CheckBackend(const DeviceSection& device, diag::Sink& sink);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_CHECK_BACKEND_H_
