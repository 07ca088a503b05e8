// A project's docs/upgrades.md, which describes every upgrade of TensorFlow.

#ifndef PLUGINGEN_API_UPGRADES_H_
#define PLUGINGEN_API_UPGRADES_H_

#include <string>

#include "api/change.h"

namespace plugingen::api {

// Appends the report as Markdown to `document` ("" if it does not exist), with the line ends of the
// document. Does not change a document that already contains this report. Never removes anything,
// because readers may have added notes.
std::string WithUpgrade(const std::string& document, const Report& report);

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_UPGRADES_H_
