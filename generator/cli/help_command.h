// The help and the version as texts.

#ifndef PLUGINGEN_CLI_HELP_COMMAND_H_
#define PLUGINGEN_CLI_HELP_COMMAND_H_

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace plugingen::cli {

// The help of the program, of a command or of a subcommand: of {}, {"api"}, {"api", "diff"}. ""
// where there is none of that name.
std::string HelpText(const CLI::App& app, const std::vector<std::string>& command);

std::string VersionText();

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_HELP_COMMAND_H_
