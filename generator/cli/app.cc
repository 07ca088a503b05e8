#include "cli/app.h"

#include <csignal>
#include <cstdlib>
#include <exception>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "catalog/source.h"
#include "cli/command.h"
#include "cli/help_command.h"
#include "cli/help_format.h"
#include "cli/literal_words.h"
#include "cli/usage_errors.h"

namespace plugingen::cli {
namespace {

constexpr Run (*kCommands[])(CLI::App&) = {
    AddNew,      AddRegenerate,  AddStatus,   AddEject, AddUndo,    AddBuild,     AddTest,
    AddApi,      AddValidate,    AddInit,     AddAdd,   AddSchema,  AddExplain,   AddOps,
    AddCoverage, AddConformance, AddFormulas, AddHelp,  AddVersion, AddCompletion};

// Returns the command's name, or "".
std::string_view CommandIn(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--color") ++i;  // the option's value is no command
    if (!word.starts_with('-')) return word;
  }
  return "";
}

// True if the run has to print a JSON object even if its arguments are wrong. `conformance --json
// FILE` writes a report instead, so it does not count.
bool AsksForJson(int argc, const char* const* argv) {
  const std::vector<std::string_view> words(argv + 1, argv + std::max(argc, 1));
  const auto end = std::find(words.begin(), words.end(), "--");
  const bool asks = std::any_of(words.begin(), end, [](std::string_view word) {
    return word == "--json" || word.starts_with("--json=");
  });
  return asks && CommandIn(argc, argv) != "conformance";
}

// Some commands pass the arguments after `--` to another program. CLI11 would parse them as
// arguments of the command, so this makes each the value of a hidden option.
std::vector<std::string> WithWordsPassedOn(int argc, const char* const* argv) {
  std::vector<std::string> words(argv, argv + argc);
  const std::string_view command = CommandIn(argc, argv);
  const auto dashes = std::find(words.begin(), words.end(), "--");
  if (dashes == words.end() || (command != "build" && command != "test")) return words;
  for (auto word = words.erase(dashes); word != words.end(); ++word) *word = "--pass-on=" + *word;
  return words;
}

// Ends like a program that does not handle SIGPIPE: silently, and with a status that tells the
// shell why.
void DieOfBrokenPipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

int ParseAndRun(int argc, const char* const* argv, Console& console) {
  CLI::App app("Emits a complete TensorFlow PluggableDevice plugin from one YAML file.",
               "plugingen");
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_version_flag("-V,--version", VersionText, "Print the version and exit");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.require_subcommand(1);
  app.fallthrough();
  const std::map<std::string, ColorChoice> choices = {{"auto", ColorChoice::kAuto},
                                                      {"always", ColorChoice::kAlways},
                                                      {"never", ColorChoice::kNever}};
  app.add_option_function<std::string>(
         "--color", [&](const std::string& word) { console.set_color(choices.at(word)); },
         "Colours in messages: auto (on a terminal, unless NO_COLOR is set), always or never")
      ->transform(OneOf({"auto", "always", "never"}))
      ->type_name("WHEN");

  std::map<const CLI::App*, Run> runs;
  for (const auto add : kCommands) {
    const size_t before = app.get_subcommands({}).size();
    Run run = add(app);
    runs[app.get_subcommands({}).at(before)] = std::move(run);
  }

  TakeMarkedWords(app);

  if (argc <= 1) {
    console.Complain(HelpText(app, {}));
    return kUsage;
  }
  try {
    std::vector<std::string> words = WithWordsPassedOn(argc, argv);
    std::vector<const char*> pointers;
    for (std::string& word : words) {
      word = Marked(word);
      pointers.push_back(word.c_str());
    }
    app.parse(static_cast<int>(pointers.size()), pointers.data());
  } catch (const CLI::Success& request) {  // --help and --version
    std::ostringstream text;
    const int status = app.exit(request, text, text);
    console.Print(text.str());
    return status == 0 ? kDone : kInternal;
  } catch (const CLI::ParseError& error) {
    std::string chain = app.get_name();
    const CLI::App* command = &app;
    while (!command->get_subcommands().empty()) {
      command = command->get_subcommands().front();
      chain += " " + command->get_name();
    }
    const bool is_command = command != &app;
    console.Error(
        UsageErrorText(app, is_command ? command : nullptr, error, {argv + 1, argv + argc}));
    if (is_command) console.Complain("Usage: " + UsageOf(*command, chain) + "\n");
    console.Complain("Run '" + chain + " --help' for " +
                     (is_command ? "its options.\n" : "the commands and their options.\n"));
    return kUsage;
  }
  return runs.at(app.get_subcommands().front())(console);
}

}  // namespace

int Main(int argc, const char* const* argv) {
  // If the reader stops early (`plugingen schema | head`), the run still has to finish its work.
  std::signal(SIGPIPE, SIG_IGN);
  // A parent that ignores SIGCHLD passes this on. Then waiting for a child would fail.
  std::signal(SIGCHLD, SIG_DFL);
  Console console;
  int status = kInternal;
  if (AsksForJson(argc, argv)) console.OweJson();
  if (const char* folder = std::getenv(catalog::kFolderVariable)) catalog::UseFolder(folder);
  try {
    status = ParseAndRun(argc, argv, console);
  } catch (const catalog::SourceError& error) {
    console.Error(error.what());
    console.Complain("`plugingen api scan` writes catalogues: remove the file and scan again.\n");
    status = kUsage;
  } catch (const FileError& error) {
    console.Error(error.what());
    status = kCannotWrite;
  } catch (const std::exception& error) {
    console.Error(std::string("internal: ") + error.what());
    console.Complain(
        "This is a bug in plugingen, not a mistake in your spec. Please report it with the "
        "spec.\n");
  } catch (...) {
    console.Error("internal: unknown");
    console.Complain(
        "This is a bug in plugingen, not a mistake in your spec. Please report it with the "
        "spec.\n");
  }
  console.SettleJson();
  if (!console.Flush()) {
    if (!console.reader_is_gone()) {
      console.Error("cannot write to the standard output");
    } else if (status == kDone) {
      DieOfBrokenPipe();
    }
    // A status that reports a finding is worth more than the failure to print it.
    if (status == kDone) status = kCannotWrite;
  }
  return status;
}

}  // namespace plugingen::cli
