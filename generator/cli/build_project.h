// Builds a project in one step, as its README describes.

#ifndef PLUGINGEN_CLI_BUILD_PROJECT_H_
#define PLUGINGEN_CLI_BUILD_PROJECT_H_

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "base/json.h"
#include "cli/console.h"

namespace plugingen::cli {

struct BuildOptions {
  std::string folder;
  std::string python;
  std::string jobs;
  std::vector<std::string> passed_on;  // the arguments after `--`
  bool verbose = false;
  bool quiet = false;
  bool json = false;

  bool is_silent() const { return quiet || json; }
};

// Adds DIR, --python, --jobs, --verbose, --quiet, --json and the hidden option for the arguments
// after `--`.
void AddBuildOptions(CLI::App& command, BuildOptions& options);

struct BuiltProject {
  int status = 0;       // if not kDone, an error was printed
  std::string folder;   // the project's folder, as the user would write it
  std::string build;    // the build folder
  std::string library;  // the plugin's path; "" if its name is not the default
  std::string python;   // the Python that the build was configured with
  bool was_up_to_date = false;
};

// Returns `folder`, `build`, `library`, `python` and `up_to_date`. `library` and `python` are null
// if they are not known.
base::Json JsonOf(const BuiltProject& built);

// kPlugin builds the plugin with its ops. kAll also builds the tests and everything else.
enum class BuildWhat { kPlugin, kAll };

// Configures the project in its folder `build` if necessary, with `cmake_words` as additional
// arguments, and builds it. Builds all targets if the plugin's target does not have the project's
// name.
BuiltProject BuildProject(const BuildOptions& options, BuildWhat what,
                          const std::vector<std::string>& cmake_words, Console& console);

// Prints the error that a program of CMake cannot be run. Returns the exit status.
int ReportNoCMake(const std::string& program, const std::string& problem, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_BUILD_PROJECT_H_
