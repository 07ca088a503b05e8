#include <cerrno>
#include <cstring>
#include <memory>
#include <string>

#include "base/file_system.h"
#include "base/replace_file.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/init_dialogue.h"
#include "cli/starter_options.h"

namespace plugingen::cli {
namespace {

struct InitOptions {
  StarterOptions starter;
  std::string output;
  bool named = false;
  bool defaults = false;

  bool prints() const { return output == "-"; }
};

bool RefuseTaken(const std::string& file, Console& console) {
  console.Error(base::Quoted(file) + " already exists and was not changed");
  console.Complain("Choose another file with -o, or print the spec with '-o -'.\n");
  return false;
}

bool IsFree(const std::string& file, const FileSystem& disk, Console& console) {
  return disk.Kind(file) == FileKind::kMissing || RefuseTaken(file, console);
}

// Checks this before the questions, so that nobody answers them in vain.
void RequireWritable(const std::string& file, const FileSystem& disk) {
  const std::string folder = FolderOfFile(file);
  if (disk.IsWritableFolder(folder)) return;
  const int reason = errno;
  throw FileError("cannot write " + base::Quoted(file) + ": " + std::strerror(reason));
}

int Init(InitOptions& options, Console& console) {
  const std::unique_ptr<FileSystem> disk = MakeRealFileSystem();
  const bool chosen = !options.output.empty() && !options.prints();
  if (chosen && !IsFree(options.output, *disk, console)) return kRefused;
  const bool silent = options.named || options.defaults || options.prints() ||
                      options.starter.model == "-";  // which would read the answers
  if (!options.prints()) {
    RequireWritable(options.output.empty() ? SpecFileOf(options.starter.name) : options.output,
                    *disk);
  }
  if (!silent && CanAsk() && !AskForStarter(options.starter, options.output, console)) {
    return kUsage;
  }
  const std::string file =
      options.output.empty() ? SpecFileOf(options.starter.name) : options.output;
  const auto spec = MakeStarter(options.starter, file, console);
  if (!spec) return kUsage;
  if (options.prints()) {
    console.Print(spec->text());
    return kDone;
  }
  if (!MakeFile(file, spec->text())) {
    RefuseTaken(file, console);
    return kRefused;
  }
  console.Complain("Wrote " + base::Quoted(file) + ". Next: plugingen new " +
                   base::ShellQuoted(file) + "\n");
  return kDone;
}

}  // namespace

Run AddInit(CLI::App& app) {
  const auto options = std::make_shared<InitOptions>();
  CLI::App* command = app.add_subcommand("init", "Write a commented spec to start from");
  CLI::Option* name = command->add_option(
      "NAME", options->starter.name,
      "The plugin's name, my_npu by default. Without a name, init asks questions at a "
      "terminal");
  command
      ->add_option("-o,--output", options->output,
                   "The file to write, NAME.yaml by default; - prints the spec")
      ->check(NotEmpty)
      ->type_name("FILE");
  command->add_flag("--defaults", options->defaults, "Ask no questions");
  AddStarterOptions(*command, options->starter);
  return [options, name](Console& console) {
    options->named = name->count() > 0;
    return Init(*options, console);
  };
}

}  // namespace plugingen::cli
