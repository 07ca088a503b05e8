#include <memory>
#include <string>

#include "base/file_system.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/spec_input.h"
#include "diag/diagnostic.h"
#include "diag/source.h"
#include "spec/parse.h"
#include "spec/schema.h"

namespace plugingen::cli {
namespace {

struct InitOptions {
  std::string name = "my_npu";
  std::string output;
};

int Init(const InitOptions& options, Console& console) {
  const std::string text = spec::StarterSpec(options.name);
  // The rules for names are the spec's; a name that breaks them is told with the same words.
  const diag::SourceFile source(options.output.empty() ? "<starter spec>" : options.output, text);
  diag::Sink sink;
  spec::ParseSpec(source, sink);
  if (sink.has_errors()) {
    PrintDiagnostics(source, sink, console);
    return kUsage;
  }
  if (options.output.empty()) {
    console.Print(text);
    return kDone;
  }
  const std::unique_ptr<FileSystem> disk = MakeRealFileSystem();
  if (disk->Kind(options.output) != FileKind::kMissing) {
    console.Error(base::Quoted(options.output) + " is there already, and stays as it is");
    return kRefused;
  }
  try {
    disk->Write(options.output, text, /*executable=*/false);
  } catch (const FileError&) {
    // Half a spec would stand in the way of the next run.
    if (disk->Kind(options.output) == FileKind::kFile) disk->Remove(options.output);
    throw;
  }
  console.Complain("Wrote " + base::Quoted(options.output) + ". Next: plugingen new " +
                   base::ShellQuoted(options.output) + "\n");
  return kDone;
}

}  // namespace

Run AddInit(CLI::App& app) {
  const auto options = std::make_shared<InitOptions>();
  CLI::App* command = app.add_subcommand("init", "Write a commented spec to start from");
  command->add_option("NAME", options->name, "The plugin's name (default: my_npu)");
  command
      ->add_option("-o,--output", options->output,
                   "The file to write instead of the standard output")
      ->check(NotEmpty)
      ->type_name("FILE");
  return [options](Console& console) { return Init(*options, console); };
}

}  // namespace plugingen::cli
