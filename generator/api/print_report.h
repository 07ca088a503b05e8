// Prints a report as text for a terminal, as Markdown for a project's docs/upgrades.md, and as
// JSON.

#ifndef PLUGINGEN_API_PRINT_REPORT_H_
#define PLUGINGEN_API_PRINT_REPORT_H_

#include <string>

#include "api/change.h"

namespace plugingen::api {

// Lines have at most a hundred columns. The worst changes come first.
std::string PrintText(const Report& report);

// Returns a section of a document, which starts with "## TensorFlow 2.12 to 2.15". Equal reports
// have equal texts.
std::string PrintMarkdown(const Report& report);

// Returns one object: from, to, back, notes, counts and changes. With a project it also counts what
// was left out.
std::string PrintJson(const Report& report);

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_PRINT_REPORT_H_
