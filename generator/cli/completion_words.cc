#include "cli/completion_words.h"

#include "base/text.h"
#include "catalog/c_api.h"
#include "catalog/history.h"
#include "catalog/sets.h"
#include "spec/choices.h"

namespace plugingen::cli::completion {

void AddFlags(const CLI::App& app, std::vector<Flag>& flags) {
  for (const CLI::Option* option : app.get_options([](const CLI::Option*) { return true; })) {
    if (option->get_positional() && option->get_lnames().empty()) continue;
    if (option->get_group().empty()) continue;  // a hidden option
    Flag flag;
    for (const std::string& name : option->get_lnames()) flag.names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) flag.names.push_back("-" + name);
    flag.description = option->get_description();
    flag.takes_value = option->get_items_expected_max() > 0;
    flags.push_back(std::move(flag));
  }
  for (const CLI::App* group : app.get_subcommands([](const CLI::App* inner) {
         return inner->get_name().empty();  // an option group
       })) {
    AddFlags(*group, flags);
  }
}

std::vector<Words> CommandsOf(const CLI::App& app) {
  std::vector<Words> commands;
  for (const CLI::App* command :
       app.get_subcommands([](const CLI::App* inner) { return !inner->get_name().empty(); })) {
    Words words{command->get_name(), command->get_description(), {}, {}};
    AddFlags(*command, words.flags);
    for (const CLI::App* inner : command->get_subcommands(
             [](const CLI::App* inner) { return !inner->get_name().empty(); })) {
      words.subcommands.push_back(inner->get_name());
      AddFlags(*inner, words.flags);
    }
    AddFlags(app, words.flags);
    commands.push_back(std::move(words));
  }
  return commands;
}

std::string Releases() {
  const auto& releases = catalog::History::BuiltIn().releases();
  return base::Join(std::vector<std::string>(releases.begin(), releases.end()), " ");
}

std::string Ranges() {
  std::vector<std::string> ranges;
  for (const std::string_view release : catalog::History::BuiltIn().releases()) {
    ranges.push_back("==" + std::string(release));
  }
  return base::Join(ranges, " ");
}

std::string ApiReleases() {
  const auto& releases = catalog::CApi::BuiltIn().releases();
  return base::Join(std::vector<std::string>(releases.begin(), releases.end()), " ") + " nightly";
}

std::string Sets() {
  std::vector<std::string> names;
  for (const auto& [name, set] : catalog::SetTable::BuiltIn().sets()) names.emplace_back(name);
  return base::Join(names, " ");
}

std::string Services() {
  const std::vector<std::string_view> words = spec::WordsOf<spec::Ci>();
  return base::Join({words.begin(), words.end()}, " ");
}

std::string Backends() {
  const std::vector<std::string_view> words = spec::WordsOf<spec::Backend>();
  return base::Join({words.begin(), words.end()}, " ");
}

}  // namespace plugingen::cli::completion
