#include "cli/completion_scripts.h"

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "cli/completion_functions.h"
#include "cli/completion_words.h"

namespace plugingen::cli::completion {
namespace {

using base::InShellQuotes;

constexpr std::string_view kFishOps = "(plugingen ops | cut -d' ' -f1)";

// Completes the value of an option.
std::string FishValue(const Flag& flag, const std::string& command) {
  const std::string& name = flag.names.front();
  if (name == "--color") return " -x -a 'auto always never'";
  if (name == "--project" || name == "--catalog") return " -x -a '(__fish_complete_directories)'";
  if (name == "--set") return " -x -a " + InShellQuotes(Sets());
  if (name == "--backend") return " -x -a " + InShellQuotes(Backends());
  if (name == "--ci") return " -x -a " + InShellQuotes(Services());
  if (name == "--op") return " -x -a " + InShellQuotes(kFishOps);
  if (name == "--tensorflow") {
    return " -x -a " + InShellQuotes(command == "api"          ? ApiReleases()
                                     : command == "regenerate" ? Ranges()
                                                               : Releases());
  }
  return flag.takes_value ? " -r -F" : "";
}

std::string FishFlag(const Flag& flag, const std::string& condition, const std::string& command) {
  std::string line = "complete -c plugingen -n " + condition;
  for (const std::string& name : flag.names) {
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  return line + FishValue(flag, command) + " -d " + InShellQuotes(flag.description) + "\n";
}

}  // namespace

std::string Fish(const CLI::App& app) {
  std::string out =
      "# fish completion of plugingen. Load it with:  plugingen completion fish | source\n";
  out += kFishFunctions;
  std::vector<Flag> globals;
  AddFlags(app, globals);
  for (const Flag& flag : globals) out += FishFlag(flag, "__plugingen_needs_command", "");
  std::vector<std::string> names;
  for (const Words& command : CommandsOf(app)) {
    names.push_back(command.name);
    out += "complete -c plugingen -n __plugingen_needs_command -f -a " + command.name + " -d " +
           InShellQuotes(command.description) + "\n";
    if (!command.subcommands.empty()) {
      out += "complete -c plugingen -n '__fish_seen_subcommand_from " + command.name +
             "; and not __fish_seen_subcommand_from " + base::Join(command.subcommands, " ") +
             "' -f -a '" + base::Join(command.subcommands, " ") + "'\n";
    }
    const std::string here = "'__fish_seen_subcommand_from " + command.name + "'";
    for (const Flag& flag : command.flags) out += FishFlag(flag, here, command.name);
  }
  return out +
         "complete -c plugingen -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from schema' -f\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from formulas' -f -a '" +
         std::string(kLanguages) +
         "'\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from eject; and __plugingen_project > "
         "/dev/null' -f -a '(__plugingen_files_of_project)'\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from api; and "
         "__fish_seen_subcommand_from "
         "list' -f -a \"(plugingen api list | grep -o '^[^ ][^ ]*')\"\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from api; and "
         "__fish_seen_subcommand_from "
         "diff' -f -a " +
         InShellQuotes(ApiReleases()) +
         "\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from explain' -f -a "
         "\"(plugingen explain | cut -d' ' -f1)\"\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from ops add' -f -a "
         "\"(plugingen ops | cut -d' ' -f1)\"\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from add' -f -a " +
         InShellQuotes(Sets()) +
         "\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from help; and not "
         "__fish_seen_subcommand_from api' -f -a " +
         InShellQuotes(base::Join(names, " ")) + "\n";
}

}  // namespace plugingen::cli::completion
