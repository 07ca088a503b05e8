// What a new project has for its owner, in a few lines.

#ifndef PLUGINGEN_CLI_NEW_SUMMARY_H_
#define PLUGINGEN_CLI_NEW_SUMMARY_H_

#include <string>

#include "project/plan.h"

namespace plugingen::cli {

// The files that are the owner's, a line for each or for their folder, and how many others there
// are. `shown` is the project's folder for a message.
std::string NewProjectText(const std::string& shown, const project::Plan& plan);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_NEW_SUMMARY_H_
