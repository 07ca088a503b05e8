// A short summary of a new project for its owner.

#ifndef PLUGINGEN_CLI_NEW_SUMMARY_H_
#define PLUGINGEN_CLI_NEW_SUMMARY_H_

#include <string>

#include "project/plan.h"

namespace plugingen::cli {

// Lists the owner's files, with one line for a file or a folder, and the number of the other files.
// `shown` is the project's folder as messages show it.
std::string NewProjectText(const std::string& shown, const project::Plan& plan);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_NEW_SUMMARY_H_
