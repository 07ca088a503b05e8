// A report as text for a terminal, as Markdown for a project's docs/upgrades.md, and as JSON.

#ifndef PLUGINGEN_API_PRINT_REPORT_H_
#define PLUGINGEN_API_PRINT_REPORT_H_

#include <string>

#include "api/change.h"

namespace plugingen::api {

// Lines of at most a hundred columns, the worst changes first.
std::string PrintText(const Report& report);

// A section of a document, from its "## TensorFlow 2.12 to 2.15" on. Equal reports are equal texts.
std::string PrintMarkdown(const Report& report);

// One object: from, to, back, notes, counts, changes, and with a project what it left out.
std::string PrintJson(const Report& report);

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_PRINT_REPORT_H_
