// The commands. Each has a file of its own, which defines its options and what it does; app.cc
// lists them.

#ifndef PLUGINGEN_CLI_COMMAND_H_
#define PLUGINGEN_CLI_COMMAND_H_

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <functional>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/exit_codes.h"

namespace plugingen::cli {

// Runs a command after the arguments have been parsed. Returns the exit status.
using Run = std::function<int(Console&)>;

// A CLI11 check. An empty path usually comes from a variable that a script forgot to set, so it
// does not mean the default.
inline std::string NotEmpty(const std::string& path) { return path.empty() ? "is empty" : ""; }

// A CLI11 check for a count of at least one.
std::string WholeNumber(const std::string& text);

// A CLI11 transform. Accepts one of the words, in upper or lower case.
CLI::Validator OneOf(std::vector<std::string> words);

// Each function adds its subcommand to `app` and returns the function to run if the user chose it.
Run AddNew(CLI::App& app);
Run AddRegenerate(CLI::App& app);
Run AddStatus(CLI::App& app);
Run AddEject(CLI::App& app);
Run AddUndo(CLI::App& app);
Run AddBuild(CLI::App& app);
Run AddTest(CLI::App& app);
Run AddValidate(CLI::App& app);
Run AddInit(CLI::App& app);
Run AddAdd(CLI::App& app);
Run AddSchema(CLI::App& app);
Run AddExplain(CLI::App& app);
Run AddOps(CLI::App& app);
Run AddCoverage(CLI::App& app);
Run AddConformance(CLI::App& app);
Run AddFormulas(CLI::App& app);
Run AddApi(CLI::App& app);
Run AddHelp(CLI::App& app);
Run AddVersion(CLI::App& app);
Run AddCompletion(CLI::App& app);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_COMMAND_H_
