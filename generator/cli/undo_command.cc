#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/project_folder.h"
#include "cli/project_place.h"
#include "project/lock.h"
#include "project/undo.h"

namespace plugingen::cli {
namespace {

struct UndoOptions {
  std::string folder;
  bool dry_run = false;
  bool quiet = false;
  bool json = false;
};

std::string_view VerbFor(const project::Undo& file) {
  if (!file.before) return "delete";
  return file.after_sha256.empty() ? "create" : "restore";
}

std::string JsonOf(const project::UndoPlan& plan, const UndoOptions& options,
                   const std::string& root, const std::vector<std::string>& notes) {
  base::Json files = base::Json::array();
  for (const project::Undo& file : plan.files) {
    if (file.path.starts_with(project::kToolFolder)) continue;
    files.push_back({{"path", file.path}, {"action", VerbFor(file)}});
  }
  const base::Json json = {{"root", root},
                           {"run", plan.label},
                           {"written", !options.dry_run},
                           {"notes", notes},
                           {"files", files}};
  return base::JsonText(json, /*levels=*/2) + "\n";
}

int UndoLast(const UndoOptions& options, Console& console) {
  const bool is_silent = options.quiet || options.json;
  ProjectFolder project(FolderOfProject(options.folder, is_silent, console), options.dry_run,
                        console);
  std::vector<std::string> notes;
  if (options.dry_run) {
    project.AddNotes(notes);
    for (const std::string& note : notes) console.Note(note);
  }
  const auto plan = project::PlanUndo(project.root(), project.disk());
  if (!plan) {
    if (!HasRecords(project.root(), project.disk())) {
      project.FindSpec(console);  // prints that this is no project
      return kUsage;
    }
    console.Error("there is no run to undo in " + base::Quoted(project.shown()));
    return kRefused;
  }
  if (!plan->edited.empty()) {
    console.Error("the run of " + plan->label +
                  " cannot be undone, because these files changed since; nothing was written");
    for (const std::string& path : plan->edited) console.Complain("  " + base::Quoted(path) + "\n");
    return kRefused;
  }
  std::string verdicts;
  for (const project::Undo& file : plan->files) {
    if (file.path.starts_with(project::kToolFolder)) continue;
    verdicts += std::string(VerbFor(file)) + " " + Shown(file.path) + "\n";
  }
  if (options.dry_run) {
    console.Print(options.json ? JsonOf(*plan, options, project.root(), notes) : verdicts);
    return kDone;
  }
  try {
    project::Apply(project.root(), plan->changes, "plugingen undo", project.disk());
  } catch (const FileError& error) {
    return project.ReportFailure(error, console);
  }
  if (options.json) {
    console.Print(JsonOf(*plan, options, project.root(), notes));
  } else if (!options.quiet) {
    console.Print(base::Quoted(plan->label) + " is undone:\n" + verdicts +
                  "Another 'plugingen undo' redoes it.\n");
  }
  return kDone;
}

}  // namespace

Run AddUndo(CLI::App& app) {
  const auto options = std::make_shared<UndoOptions>();
  CLI::App* command =
      app.add_subcommand("undo", "Restore a project to its state before the last run");
  command
      ->add_option("DIR", options->folder,
                   "The project's folder (default: the current one, or the project that it is in)")
      ->check(NotEmpty);
  command->add_flag("--dry-run", options->dry_run, "Print what would change and write nothing");
  command->add_flag("-q,--quiet", options->quiet, "Print nothing on success");
  command->add_flag("--json", options->json, "Print one JSON object");
  return [options](Console& console) { return UndoLast(*options, console); };
}

}  // namespace plugingen::cli
