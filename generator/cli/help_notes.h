// What the help says of a command beside its options: where it belongs, how it ends, examples.

#ifndef PLUGINGEN_CLI_HELP_NOTES_H_
#define PLUGINGEN_CLI_HELP_NOTES_H_

#include <span>
#include <string_view>
#include <vector>

#include "cli/exit_codes.h"

namespace plugingen::cli {

struct HelpNotes {
  std::string_view command;
  std::string_view group;          // the heading that it stands under in the list of commands
  std::vector<ExitCode> statuses;  // that it may end with; any command may end with kInternal
  std::vector<std::string_view> examples;
};

// One for each command, in the order of the list of commands.
std::span<const HelpNotes> AllHelpNotes();

// Those of one command, or null.
const HelpNotes* FindHelpNotes(std::string_view command);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_HELP_NOTES_H_
