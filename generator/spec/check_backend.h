// Keys that only some backends have a use for.

#ifndef PLUGINGEN_SPEC_CHECK_BACKEND_H_
#define PLUGINGEN_SPEC_CHECK_BACKEND_H_

#include <string_view>

#include "diag/diagnostic.h"
#include "spec/choices.h"
#include "spec/spec.h"

namespace plugingen::spec {

// Why a backend ignores the key at `path` ("device.count"); "" if it does not.
std::string_view WhyUseless(Backend backend, std::string_view path);

// Reports keys of the device that are given and would be ignored.
void CheckBackend(const DeviceSection& device, diag::Sink& sink);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_CHECK_BACKEND_H_
