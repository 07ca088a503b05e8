// Prints plans: as a preview, as a list of obstacles, or as a refusal.

#ifndef PLUGINGEN_CLI_PLAN_OUTPUT_H_
#define PLUGINGEN_CLI_PLAN_OUTPUT_H_

#include <CLI/App.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "cli/console.h"
#include "project/plan.h"

namespace plugingen::cli {

struct PreviewOptions {
  bool dry_run = false;
  bool diff = false;
  bool json = false;
  bool explain = false;

  bool any() const { return dry_run || diff || json || explain; }
};

// Adds --dry-run, --diff, --explain and --json, which exclude each other. Returns their group, to
// which a command can add options.
CLI::Option_group* AddPreviewOptions(CLI::App& command, PreviewOptions& options);

// Prints the chosen preview. `diagnostics` are the spec's, for --json. `interrupted` are the files
// that the completion of an interrupted run changes.
void PrintPreview(const PreviewOptions& options, const project::PlanResult& result,
                  const base::Json& diagnostics, const std::vector<std::string>& interrupted,
                  Console& console);

// Returns the exit status of a run of this plan, if no write fails.
int StatusOf(const project::Plan& plan);

// Prints the first files that a run created, updated and deleted. Files of the library come last.
void PrintChanges(const project::Plan& plan, Console& console);

// Prints what was wrong with plugingen's own records and was repaired.
void PrintNotes(const project::PlanResult& result, Console& console);

// Prints that the run is refused, with the files whose edits would be lost.
void ReportRefusal(const project::Plan& plan, Console& console);

// Returns, for example, "is not a file of plugingen's in this project; did you mean 'src/x.cc'?".
std::string UnknownFileText(const std::string& path, const std::vector<std::string_view>& known);

// The help for this message.
inline constexpr std::string_view kWhatPathsAre =
    "Paths are those of the project, or relative to the current folder; 'plugingen status --all' "
    "lists them.\n";

// Prints "src/x.cc: it is missing" for each step with this action.
void ReportSteps(const project::Plan& plan, project::Action action, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_PLAN_OUTPUT_H_
