// A project's docs/upgrades.md: what each upgrade of TensorFlow meant for it.

#ifndef PLUGINGEN_API_UPGRADES_H_
#define PLUGINGEN_API_UPGRADES_H_

#include <string>

#include "api/change.h"

namespace plugingen::api {

// `document` ("" when there is none) with the report at its end, as Markdown and in the line ends
// that the document has. A document that has just this report already stays as it is. Nothing is
// ever taken out of it: its reader may have written notes between the lines.
std::string WithUpgrade(const std::string& document, const Report& report);

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_UPGRADES_H_
