// Building a project as its README says, in one step.

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
  std::vector<std::string> passed_on;  // what stands behind `--`
  bool verbose = false;
  bool quiet = false;
  bool json = false;

  bool is_silent() const { return quiet || json; }
};

// DIR, --python, --jobs, --verbose, --quiet, --json, and what takes the words behind `--`.
void AddBuildOptions(CLI::App& command, BuildOptions& options);

struct BuiltProject {
  int status = 0;       // kDone, or it has been said why not
  std::string folder;   // the project's, as the user would write it
  std::string build;    // the folder that it was built in
  std::string library;  // the plugin; "" if it has an unusual name
  std::string python;   // with which it was configured
  bool was_up_to_date = false;
};

// What was built, for programs: `folder`, `build`, `library` and `python`, the last two null where
// they are not known, and `up_to_date`.
base::Json JsonOf(const BuiltProject& built);

// The plugin with its ops, or the tests and whatever else the project has, too.
enum class BuildWhat { kPlugin, kAll };

// Configures the project in its folder `build` where that is needed, with `cmake_words` too, and
// builds it. A project whose plugin is no target of the project's name is built as a whole.
BuiltProject BuildProject(const BuildOptions& options, BuildWhat what,
                          const std::vector<std::string>& cmake_words, Console& console);

// Says that a program of CMake's cannot be run; gives the status.
int ComplainOfNoCMake(const std::string& program, const std::string& problem, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_BUILD_PROJECT_H_
