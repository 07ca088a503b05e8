// Messages about errors in a command line, in plugingen's own words.

#ifndef PLUGINGEN_CLI_USAGE_ERRORS_H_
#define PLUGINGEN_CLI_USAGE_ERRORS_H_

#include <CLI/App.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::cli {

// `command` is the command, as far as the arguments could be parsed; null if there is none.
std::string UsageErrorText(const CLI::App& app, const CLI::App* command,
                           const CLI::ParseError& error, const std::vector<std::string>& arguments);

// Returns, for example, "there is no command 'nwe'; did you mean 'new'?".
std::string UnknownCommandText(const CLI::App& app, std::string_view word);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_USAGE_ERRORS_H_
