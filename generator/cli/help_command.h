// The texts of the help and of the version.

#ifndef PLUGINGEN_CLI_HELP_COMMAND_H_
#define PLUGINGEN_CLI_HELP_COMMAND_H_

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace plugingen::cli {

// Returns the help of the program ({}), of a command ({"api"}) or of a subcommand ({"api",
// "diff"}). Returns "" if there is no such command.
std::string HelpText(const CLI::App& app, const std::vector<std::string>& command);

std::string VersionText();

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_HELP_COMMAND_H_
