// Completion scripts for shells, generated from the commands and their options.

#ifndef PLUGINGEN_CLI_COMPLETION_SCRIPTS_H_
#define PLUGINGEN_CLI_COMPLETION_SCRIPTS_H_

#include <CLI/App.hpp>
#include <string>

namespace plugingen::cli::completion {

// Each returns the script for the commands of `app`.
std::string Bash(const CLI::App& app);
std::string Zsh(const CLI::App& app);
std::string Fish(const CLI::App& app);

}  // namespace plugingen::cli::completion

#endif  // PLUGINGEN_CLI_COMPLETION_SCRIPTS_H_
