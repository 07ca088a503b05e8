// The parts of a command's help besides its options: its group, its exit statuses, examples.

#ifndef PLUGINGEN_CLI_HELP_NOTES_H_
#define PLUGINGEN_CLI_HELP_NOTES_H_

#include <span>
#include <string_view>
#include <vector>

#include "cli/exit_codes.h"

namespace plugingen::cli {

struct HelpNotes {
  std::string_view command;
  std::string_view group;          // the heading above it in the list of commands
  std::vector<ExitCode> statuses;  // besides kInternal, which every command can return
  std::vector<std::string_view> examples;
};

// Returns the notes of all commands, in the order of the list of commands.
std::span<const HelpNotes> AllHelpNotes();

// Returns the notes of one command, or null.
const HelpNotes* FindHelpNotes(std::string_view command);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_HELP_NOTES_H_
