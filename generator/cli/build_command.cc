#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/text.h"
#include "cli/build_project.h"
#include "cli/command.h"
#include "cli/project_folder.h"
#include "cli/project_python.h"

namespace plugingen::cli {
namespace {

void PrintBuilt(const BuiltProject& built, double seconds, Console& console) {
  const std::string what = built.library.empty() ? built.build : built.library;
  if (built.was_up_to_date) {
    console.Print(Shown(what) + " is up to date\n");
  } else {
    const auto tensorflow = TensorFlowOf(built.python);
    console.Print(Shown(what) + ": built in " + std::to_string(std::lround(seconds)) + " s" +
                  (tensorflow ? " against TensorFlow " + *tensorflow : "") + "\n");
  }
  if (built.library.empty()) return;
  console.Print("To run a program with it:\n  TF_PLUGGABLE_DEVICE_LIBRARY_PATH=" +
                base::ShellQuoted(RealFolder(built.library)) + " " +
                base::ShellQuoted(built.python.empty() ? "python3" : built.python) +
                " PROGRAM.py\n");
}

int Build(const BuildOptions& options, Console& console) {
  const auto start = std::chrono::steady_clock::now();
  const BuiltProject built = BuildProject(options, BuildWhat::kPlugin, options.passed_on, console);
  if (built.status != kDone) return built.status;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  if (options.json) {
    base::Json json = JsonOf(built);
    const auto tensorflow = TensorFlowOf(built.python);
    json["tensorflow"] = tensorflow ? base::Json(*tensorflow) : base::Json();
    console.Print(base::JsonText(json, /*levels=*/1) + "\n");
    return kDone;
  }
  if (!options.quiet) PrintBuilt(built, taken.count(), console);
  return kDone;
}

}  // namespace

Run AddBuild(CLI::App& app) {
  const auto options = std::make_shared<BuildOptions>();
  CLI::App* command = app.add_subcommand(
      "build",
      "Build a plugin with CMake, in its project's folder 'build'; words after -- are "
      "passed to CMake");
  AddBuildOptions(*command, *options);
  return [options](Console& console) { return Build(*options, console); };
}

}  // namespace plugingen::cli
