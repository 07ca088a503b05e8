// What completion scripts offer: the commands with their options, and the words that these take.

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
  std::vector<Flag> flags;  // its subcommands' too
  std::vector<std::string> subcommands;
};

// Appends the options of a command that are not hidden, with those of its groups.
void AddFlags(const CLI::App& app, std::vector<Flag>& flags);

std::vector<Words> CommandsOf(const CLI::App& app);

// Lists of words, with spaces in between: what --tensorflow takes,
std::string Releases();
// what `regenerate` takes for it: ranges, of which these are the shortest,
std::string Ranges();
// what `api` takes for a release,
std::string ApiReleases();
// what --set, --ci and --backend take,
std::string Sets();
std::string Services();
std::string Backends();
// and what `formulas` takes first.
inline constexpr std::string_view kLanguages = "c++ cuda opencl";

}  // namespace plugingen::cli::completion

#endif  // PLUGINGEN_CLI_COMPLETION_WORDS_H_
