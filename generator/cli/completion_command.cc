#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/completion_scripts.h"

namespace plugingen::cli {

Run AddCompletion(CLI::App& app) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("completion", "Print a script that completes commands in a shell");
  command->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->transform(OneOf({"bash", "zsh", "fish"}));
  return [shell, &app](Console& console) {
    console.Print(*shell == "bash"  ? completion::Bash(app)
                  : *shell == "zsh" ? completion::Zsh(app)
                                    : completion::Fish(app));
    return kDone;
  };
}

}  // namespace plugingen::cli
