// Finds keys that the chosen backend does not use.

#ifndef PLUGINGEN_SPEC_CHECK_BACKEND_H_
#define PLUGINGEN_SPEC_CHECK_BACKEND_H_

#include <string_view>

#include "diag/diagnostic.h"
#include "spec/choices.h"
#include "spec/spec.h"

namespace plugingen::spec {

// Returns why a backend ignores the key at `path` ("device.count"), or "" if it uses the key.
std::string_view WhyUseless(Backend backend, std::string_view path);

// Reports the given keys of the device that the backend would ignore.
void CheckBackend(const DeviceSection& device, diag::Sink& sink);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_CHECK_BACKEND_H_
