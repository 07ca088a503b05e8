// The conformance suite is a separate program. It loads plugins, which this program must not do,
// and it needs no code of this program.

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/process.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/kernel_judge.h"

namespace plugingen::cli {
namespace {

namespace fs = std::filesystem;

struct ConformanceOptions {
  std::string plugin;
  std::vector<std::string> filters;
  std::vector<std::string> libraries;
  std::string tensorflow;
  std::string with_tensorflow;
  std::string expected;
  std::string json;
  std::string junit;
  std::string html;
  std::string seed;
  std::string repeat;
  std::string seconds;
  std::string jobs;
  std::string timeout;
  bool list = false;
  bool verbose = false;
};

// Looks beside this program, as in a build folder, and in libexec, as in an installation.
fs::path FindRunner() {
  std::error_code error;
  const fs::path folder = fs::path(OwnProgram()).parent_path();
  for (const char* const place : {"conformance/conformance", "../libexec/plugingen/conformance"}) {
    if (fs::exists(folder / place, error)) return folder / place;
  }
  return {};
}

// Explains how to get the suite if it is missing.
std::string WayToRunner() {
  std::error_code error;
  const fs::path folder = fs::path(OwnProgram()).parent_path();
  if (fs::exists(folder / "CMakeCache.txt", error)) {
    return "'cmake --build " + folder.string() + " --target plugingen_conformance' builds it.\n";
  }
  return "The suite is a separate program in libexec/plugingen: install all of plugingen, or run "
         "it in its build folder.\n";
}

std::vector<std::string> ArgumentsOf(const ConformanceOptions& options,
                                     const std::string& kernel_judge) {
  std::vector<std::string> arguments;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) arguments.insert(arguments.end(), {name, value});
  };
  for (const std::string& filter : options.filters) add("--filter", filter);
  for (const std::string& library : options.libraries) add("--library", library);
  add("--tensorflow", options.tensorflow);
  add("--kernel-judge", kernel_judge);
  add("--with-tensorflow", options.with_tensorflow);
  add("--expected", options.expected);
  add("--json", options.json);
  add("--junit", options.junit);
  add("--html", options.html);
  add("--seed", options.seed);
  add("--repeat", options.repeat);
  add("--for", options.seconds);
  add("--jobs", options.jobs);
  add("--timeout", options.timeout);
  if (options.list) arguments.emplace_back("--list");
  if (options.verbose) arguments.emplace_back("--verbose");
  if (!options.plugin.empty()) arguments.push_back(options.plugin);
  return arguments;
}

// Returns what is wrong with PLUGIN, or "" if it may be a plugin.
std::string MistakeIn(const std::string& plugin) {
  std::error_code error;
  if (plugin.empty()) return "PLUGIN is missing";
  if (!fs::exists(plugin, error)) return "there is no " + base::Quoted(plugin);
  if (fs::is_directory(plugin, error)) return base::Quoted(plugin) + " is a folder";
  constexpr std::string_view kElf =
      "\x7F"
      "ELF";
  std::string magic(kElf.size(), '\0');
  std::ifstream(plugin, std::ios::binary).read(magic.data(), kElf.size());
  return magic == kElf ? "" : base::Quoted(plugin) + " is not a shared library";
}

int Conformance(const ConformanceOptions& options, Console& console) {
  const std::string mistake = options.list ? "" : MistakeIn(options.plugin);
  if (!mistake.empty()) {
    console.Error(mistake);
    console.Complain("Run 'plugingen conformance --help' for its options.\n");
    return kUsage;
  }
  const fs::path runner = FindRunner();
  if (runner.empty()) {
    console.Error("the conformance suite is not installed beside plugingen");
    console.Complain(WayToRunner());
    return kUsage;
  }
  std::string kernel_judge;
  // Lets the suite report arguments that it rejects, before the slower steps.
  if (!options.with_tensorflow.empty() && !options.list && fs::exists(options.plugin)) {
    const KernelJudge built = BuildKernelJudge(options.with_tensorflow, options.jobs, console);
    if (built.status != kDone) return built.status;
    kernel_judge = built.program;
  }
  std::vector<std::string> words = ArgumentsOf(options, kernel_judge);
  words.insert(words.begin(), "plugingen");  // the name that the suite shows in its messages
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const std::string program = runner.string();
  const pid_t process = fork();
  if (process == 0) {
    std::signal(SIGPIPE, SIG_DFL);  // plugingen ignores this signal; the suite must not
    execv(program.c_str(), pointers.data());
    _exit(kInternal);
  }
  int status = 0;
  if (process < 0 || waitpid(process, &status, 0) < 0) {
    console.Error("cannot run " + program + ": " + std::strerror(errno));
    return kInternal;
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return WTERMSIG(status) == SIGPIPE ? 128 + SIGPIPE : kInternal;
}

}  // namespace

Run AddConformance(CLI::App& app) {
  const auto options = std::make_shared<ConformanceOptions>();
  CLI::App* command = app.add_subcommand(
      "conformance",
      "Check whether any plugin does what TensorFlow requires, with or without TensorFlow");
  command->add_option("PLUGIN", options->plugin, "The plugin's shared library")->check(NotEmpty);
  command->add_flag("--list", options->list, "Print the cases and what each checks; run none");
  command
      ->add_option("--filter", options->filters,
                   "Run only cases that match, such as 'memory/*'; may be given several times")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--tensorflow", options->tensorflow,
          "The release to imitate, e.g. 2.15; by default the newest that the plugin accepts")
      ->type_name("RELEASE");
  command
      ->add_option(
          "--with-tensorflow", options->with_tensorflow,
          "Also compare every registered kernel with the CPU's, in this Python's TensorFlow")
      ->check(NotEmpty)
      ->type_name("PYTHON");
  command
      ->add_option("--library", options->libraries,
                   "Load this library before the plugin; may be given several times")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      ->add_option("--expected", options->expected,
                   "A list of cases that may fail: a pattern and `# reason` in each line")
      ->type_name("FILE");
  command->add_option("--seed", options->seed, "The seed of random choices; 1 by default")
      ->type_name("NUMBER");
  command
      ->add_option("--repeat", options->repeat,
                   "How many times to run each case, with another seed each time")
      ->type_name("NUMBER");
  command
      ->add_option("--for", options->seconds,
                   "Repeat the cases for this long, with other seeds each time")
      ->type_name("SECONDS");
  command->add_option("-j,--jobs", options->jobs, "How many cases run at once; 1 by default")
      ->type_name("NUMBER");
  command->add_option("--timeout", options->timeout, "The limit for each case; 20 by default")
      ->type_name("SECONDS");
  command->add_option("--json", options->json, "Write a report for programs")->type_name("FILE");
  command->add_option("--junit", options->junit, "Write a report for CI")->type_name("FILE");
  command->add_option("--html", options->html, "Write a report for people")->type_name("FILE");
  command->add_flag("--verbose", options->verbose, "Also name the cases that pass");
  return [options](Console& console) { return Conformance(*options, console); };
}

}  // namespace plugingen::cli
