// A command: its options, and what it does. One file each; app.cc lists them.

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

// Runs after the arguments were read; returns the exit status.
using Run = std::function<int(Console&)>;

// For CLI11: an empty path is a variable that a script forgot to set, not the default.
inline std::string NotEmpty(const std::string& path) { return path.empty() ? "is empty" : ""; }

// For CLI11: a number of things of which there is at least one.
std::string WholeNumber(const std::string& text);

// For CLI11's transform(): one of the words, in whatever case it is written.
CLI::Validator OneOf(std::vector<std::string> words);

// Each adds its subcommand to `app` and gives what runs when the user asked for it.
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
