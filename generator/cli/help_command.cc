// The commands `help` and `version`.

#include "cli/help_command.h"

#include <memory>

#include "base/text.h"
#include "catalog/source.h"
#include "cli/command.h"
#include "cli/usage_errors.h"

namespace plugingen::cli {

std::string HelpText(const CLI::App& app, const std::vector<std::string>& command) {
  const CLI::App* asked = &app;
  std::string chain = app.get_name();
  for (const std::string& name : command) {
    const auto found = asked->get_subcommands(
        [&name](const CLI::App* inner) { return !name.empty() && inner->get_name() == name; });
    if (found.empty()) return "";
    asked = found.front();
    chain += " " + name;
  }
  return app.get_formatter()->make_help(asked, chain, CLI::AppFormatMode::Normal);
}

std::string VersionText() {
  std::string text = "plugingen " PLUGINGEN_VERSION;
  if (!catalog::FolderInUse().empty()) text += "\ncatalogue: " + catalog::FolderInUse();
  return text +
         "\nscripts/package in its repository makes its packages: tf_plugingen-*.whl, "
         "plugingen_*.deb"
         "\nthe package of the name plugingen on PyPI is another project's";
}

Run AddHelp(CLI::App& app) {
  const auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("help", "Print the help of a command");
  command->add_option("COMMAND", *words, "The command; without one, all of them are listed");
  return [words, &app](Console& console) -> int {
    const std::string text = HelpText(app, *words);
    if (!text.empty()) {
      console.Print(text);
      return kDone;
    }
    // The words up to the first one that is no command.
    std::vector<std::string> asked;
    for (const std::string& word : *words) {
      asked.push_back(word);
      if (HelpText(app, asked).empty()) break;
    }
    console.Error(UnknownCommandText(app, base::Join(asked, " ")));
    console.Complain("Run 'plugingen help' for the commands.\n");
    return kUsage;
  };
}

Run AddVersion(CLI::App& app) {
  app.add_subcommand("version", "Print the version");
  return [](Console& console) -> int {
    console.Print(VersionText() + "\n");
    return kDone;
  };
}

}  // namespace plugingen::cli
