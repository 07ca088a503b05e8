// The words that completion scripts offer: commands, options, and the values of both.

#ifndef PLUGINGEN_CLI_COMPLETION_WORDS_H_
#define PLUGINGEN_CLI_COMPLETION_WORDS_H_

#include <CLI/App.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::cli::completion {

struct Flag {
  std::vector<std::string> names;  // "--output", "-o"
  std::string description;
  bool takes_value = false;
};

// A command.
struct Words {
  std::string name;
  std::string description;
  std::vector<Flag> flags;  // includes those of its subcommands
  std::vector<std::string> subcommands;
};

// Appends the visible options of a command and of its option groups.
void AddFlags(const CLI::App& app, std::vector<Flag>& flags);

std::vector<Words> CommandsOf(const CLI::App& app);

// The values of --tensorflow. All functions here return words separated by spaces.
std::string Releases();
// The values of --tensorflow of `regenerate`: the shortest valid ranges.
std::string Ranges();
// The releases that `api` accepts.
std::string ApiReleases();
// The values of --set, --ci and --backend.
std::string Sets();
std::string Services();
std::string Backends();
// The first argument of `formulas`.
inline constexpr std::string_view kLanguages = "c++ cuda opencl";

}  // namespace plugingen::cli::completion

#endif  // PLUGINGEN_CLI_COMPLETION_WORDS_H_
