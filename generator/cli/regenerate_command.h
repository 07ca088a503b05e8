// The parts of `plugingen regenerate` that other commands use.

#ifndef PLUGINGEN_CLI_REGENERATE_COMMAND_H_
#define PLUGINGEN_CLI_REGENERATE_COMMAND_H_

#include <string>

#include "cli/console.h"
#include "cli/project_folder.h"
#include "cli/project_plan.h"

namespace plugingen::cli {

// Carries out a plan and prints the result, or why it stopped. `label` is the command that `undo`
// names. Returns the exit status.
int CarryOut(const ProjectPlan& planned, const std::string& label, bool quiet,
             ProjectFolder& project, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_REGENERATE_COMMAND_H_
