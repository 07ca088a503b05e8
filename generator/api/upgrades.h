// A project's docs/upgrades.md: what each upgrade of TensorFlow meant for it.

#ifndef PLUGINGEN_API_UPGRADES_H_
#define PLUGINGEN_API_UPGRADES_H_

#include <string>

#include "api/change.h"

namespace plugingen::api {

// `document` ("" when there is none) with the report at its end, as Markdown. A part about the same
// two releases that is there already is replaced; what else there is stays as it is.
std::string WithUpgrade(const std::string& document, const Report& report);

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_UPGRADES_H_
