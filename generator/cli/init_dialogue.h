// The questions that `plugingen init` asks at a terminal.

#ifndef PLUGINGEN_CLI_INIT_DIALOGUE_H_
#define PLUGINGEN_CLI_INIT_DIALOGUE_H_

#include <string>

#include "cli/console.h"
#include "cli/starter_options.h"

namespace plugingen::cli {

// Whether there is somebody to ask: the standard input and the standard error are terminals.
bool CanAsk();

// The file that a plugin's spec is written to where nobody named another.
std::string SpecFileOf(const std::string& name);

// Asks for the name, and for what `options` leave open; each answer is checked at once. A name is
// refused whose file is there, unless `output` says where to write. False when the user ended it
// (Ctrl-D); Ctrl-C ends the process, as it does elsewhere.
bool AskForStarter(StarterOptions& options, const std::string& output, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_INIT_DIALOGUE_H_
