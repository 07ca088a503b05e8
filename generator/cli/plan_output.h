// How commands show a plan: as a preview, as an obstacle, as a refusal.

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

// --dry-run, --diff, --explain and --json; at most one of them. The group, for options of a
// command's own.
CLI::Option_group* AddPreviewOptions(CLI::App& command, PreviewOptions& options);

// Prints the one that was asked for. `diagnostics` are those of the spec for --json, `interrupted`
// are the files that the completion of an interrupted run changes.
void PrintPreview(const PreviewOptions& options, const project::PlanResult& result,
                  const base::Json& diagnostics, const std::vector<std::string>& interrupted,
                  Console& console);

// The exit status that the run of a plan ends with, if no disk is full.
int StatusOf(const project::Plan& plan);

// Names what a run created, updated and deleted: the first of it, files of the library last.
void PrintChanges(const project::Plan& plan, Console& console);

// Says what was found wrong with the tool's own files, and mended.
void PrintNotes(const project::PlanResult& result, Console& console);

// Says that the run is refused, and lists the files whose edits would be lost.
void ComplainOfRefusal(const project::Plan& plan, Console& console);

// "is no file of plugingen's in this project; did you mean 'src/x.cc'?"
std::string UnknownFileText(const std::string& path, const std::vector<std::string_view>& known);

// What to add to that.
inline constexpr std::string_view kWhatPathsAre =
    "Paths are those of the project, or relative to the current folder; 'plugingen status --all' "
    "lists them.\n";

// "src/x.cc: it is missing" for each step of an action.
void ComplainOf(const project::Plan& plan, project::Action action, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_PLAN_OUTPUT_H_
