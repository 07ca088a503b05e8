// The questions of `plugingen init` on a terminal.

#ifndef PLUGINGEN_CLI_INIT_DIALOGUE_H_
#define PLUGINGEN_CLI_INIT_DIALOGUE_H_

#include <string>

#include "cli/console.h"
#include "cli/starter_options.h"

namespace plugingen::cli {

// True if the standard input and the standard error are terminals.
bool CanAsk();

// Returns the default file for the spec of this plugin.
std::string SpecFileOf(const std::string& name);

// Asks for the name and for everything that `options` leave open, and checks each answer at once.
// Without `output` it rejects a name whose spec file already exists. Returns false if the user
// ended the dialogue with Ctrl-D. Ctrl-C ends the process.
bool AskForStarter(StarterOptions& options, const std::string& output, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_INIT_DIALOGUE_H_
