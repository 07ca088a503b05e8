#include <memory>
#include <string>
#include <vector>

#include "base/text.h"
#include "cli/command.h"
#include "cli/project_folder.h"
#include "project/lock.h"
#include "project/undo.h"

namespace plugingen::cli {
namespace {

struct UndoOptions {
  std::string folder = ".";
  bool dry_run = false;
  bool quiet = false;
};

std::string_view VerbFor(const project::Undo& file) {
  if (!file.before) return "delete";
  return file.after_sha256.empty() ? "create" : "restore";
}

int UndoLast(const UndoOptions& options, Console& console) {
  ProjectFolder project(options.folder, options.dry_run, console);
  if (options.dry_run) {
    std::vector<std::string> notes;
    project.AddNotes(notes);
    for (const std::string& note : notes) console.Note(note);
  }
  const auto plan = project::PlanUndo(project.root(), project.disk());
  if (!plan) {
    console.Error("there is no run to undo in " + base::Quoted(options.folder));
    return kRefused;
  }
  if (!plan->edited.empty()) {
    console.Error("the run of " + plan->label +
                  " cannot be undone: these changed since; nothing was written");
    for (const std::string& path : plan->edited) console.Complain("  " + base::Quoted(path) + "\n");
    return kRefused;
  }
  std::string verdicts;
  for (const project::Undo& file : plan->files) {
    if (file.path.starts_with(project::kToolFolder)) continue;
    verdicts += std::string(VerbFor(file)) + " " + Shown(file.path) + "\n";
  }
  if (options.dry_run) {
    console.Print(verdicts);
    return kDone;
  }
  try {
    project::Apply(project.root(), plan->changes, "plugingen undo", project.disk());
  } catch (const FileError& error) {
    console.Error(error.what());
    console.Complain(project.AfterFailure());
    return kCannotWrite;
  }
  if (!options.quiet) {
    console.Print("took back " + plan->label + ":\n" + verdicts +
                  "Another 'plugingen undo' does it again.\n");
  }
  return kDone;
}

}  // namespace

Run AddUndo(CLI::App& app) {
  const auto options = std::make_shared<UndoOptions>();
  CLI::App* command =
      app.add_subcommand("undo", "Bring a project back to where it was before the last run");
  command->add_option("DIR", options->folder, "The project's folder (default: the current one)")
      ->check(NotEmpty);
  command->add_flag("--dry-run", options->dry_run, "Print what would change and write nothing");
  command->add_flag("-q,--quiet", options->quiet, "Print nothing on success");
  return [options](Console& console) { return UndoLast(*options, console); };
}

}  // namespace plugingen::cli
