#include "cli/regenerate_command.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "api/print_report.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/plan_output.h"
#include "cli/project_place.h"
#include "cli/project_plan.h"
#include "cli/upgrade.h"
#include "known_releases.h"
#include "project/commit.h"
#include "project/plan.h"
#include "project/print_plan.h"

namespace plugingen::cli {
namespace {

using project::Action;
using project::Plan;
using project::PlanResult;
using project::Step;

struct RegenerateOptions {
  std::string folder;
  std::string tensorflow;
  std::string template_dir;
  project::PlanOptions plan;
  PreviewOptions preview;
  bool check = false;
  bool quiet = false;

  bool reads_only() const { return preview.any() || check; }
};

// Prints an error and returns false if a path names no file or folder of the project.
bool RequireKnown(const std::vector<std::string>& named, const std::set<std::string>& files,
                  Console& console) {
  for (const std::string& path : named) {
    const auto next = files.lower_bound(path);
    const bool is_folder = files.lower_bound(path + "/") != files.end() &&
                           files.lower_bound(path + "/")->starts_with(path + "/");
    if (path == "." || (next != files.end() && *next == path) || is_folder) continue;
    console.Error(base::Quoted(path) + " " + UnknownFileText(path, {files.begin(), files.end()}));
    console.Complain(kWhatPathsAre);
    return false;
  }
  return true;
}

std::set<std::string> FilesOf(const Plan& plan) {
  std::set<std::string> files;
  for (const Step& step : plan.steps) files.insert(step.path);
  return files;
}

// Prints an error and returns false if --discard names a file that the run does not change anyway.
// The error says why.
bool RequireDiscardable(const std::vector<std::string>& named, const std::string& spec_path,
                        const Plan& plan, Console& console) {
  for (const Step& step : plan.steps) {
    const bool is_named = std::find(named.begin(), named.end(), step.path) != named.end();
    if (is_named && step.path == spec_path) {
      console.Error("--discard does not apply to " + base::Quoted(step.path) +
                    ": it is the spec, which regenerate follows");
      console.Complain("Restore an earlier version from version control, then regenerate.\n");
      return false;
    }
    if (!is_named || step.action != Action::kKeep) continue;
    console.Error("--discard does not apply to " + base::Quoted(step.path) + ": " + step.reason);
    if (step.condition == project::Condition::kDeleted) {
      console.Complain("--restore writes it again.\n");
    } else if (step.output != nullptr && step.ownership == base::Ownership::kOnce) {
      console.Complain("Delete it, and the next run writes it again.\n");
    }
    return false;
  }
  return true;
}

// Returns the word that --check prints for a step, or "" if the file is up to date.
std::string_view CheckWord(const Step& step) {
  if (step.stray) return "stray";
  switch (step.action) {
    case Action::kCreate:
      return "missing";
    case Action::kUpdate:
    case Action::kMerge:
    case Action::kConflict:
      return "changed";
    case Action::kDelete:
    case Action::kSetAside:
      return "extra";
    case Action::kRefuse:
      return "edited";
    case Action::kUnresolved:
      return "conflict";
    case Action::kUnchanged:
    case Action::kKeep:
      return "";
  }
  return "";
}

// True if a run would change anything on the disk, or has to repair or complete something first.
bool IsOutOfDate(const PlanResult& result) {
  return !result.notes.empty() || !result.plan.nothing_to_write();
}

bool HasStrays(const Plan& plan) {
  return std::any_of(plan.steps.begin(), plan.steps.end(),
                     [](const Step& step) { return step.stray; });
}

// Returns the exit status of --check.
int CheckStatus(const PlanResult& result) {
  const int status = StatusOf(result.plan);
  const bool is_in_order = !IsOutOfDate(result) && !HasStrays(result.plan);
  return status == kDone && !is_in_order ? kOutOfDate : status;
}

int Check(const PlanResult& result, const std::vector<std::string>& interrupted, bool quiet,
          Console& console) {
  const auto list = [&](std::string_view word, const std::string& path) {
    std::string line(word);
    line.resize(12, ' ');
    if (!quiet) console.Print(line + Shown(path) + "\n");
  };
  for (const std::string& path : interrupted) list("interrupted", path);
  for (const Step& step : result.plan.steps) {
    const std::string_view word = CheckWord(step);
    if (!word.empty()) list(word, step.path);
  }
  if (!result.plan.stopped()) {
    for (const std::string& path : result.plan.Records()) list("records", path);
  }
  const int status = CheckStatus(result);
  if (quiet) return status;
  if (HasStrays(result.plan)) {
    console.Print("stray files are not plugingen's, but are in its folders: move or delete them\n");
  }
  if (status == kOutOfDate && IsOutOfDate(result))
    console.Print("out of date; 'plugingen regenerate' brings it up to date\n");
  if (status == kDone) console.Print("up to date\n");
  return status;
}

void ExplainStop(const Plan& plan, Console& console) {
  if (plan.unresolved()) {
    console.Error("conflicts of an earlier run are not resolved; nothing was written");
    ReportSteps(plan, Action::kUnresolved, console);
    console.Complain(
        "Edit the files until no <<<<<<< is left, or discard your edits with --discard FILE.\n");
  }
  if (!plan.refused()) return;
  ReportRefusal(plan, console);
  console.Complain(
      "For each of them:\n"
      "  plugingen regenerate --diff            shows the differences\n"
      "  plugingen regenerate --discard FILE    discards your edits\n"
      "  plugingen eject FILE                   makes a generated file yours for good\n"
      "Or move your code to a file of yours, in src/kernels or src/driver, and use --discard.\n");
}

void PrintDone(const std::string& name, const Plan& plan, Console& console) {
  std::string text = "up to date";
  if (plan.changes_files()) {
    text = project::SummaryText(plan, /*written=*/true);
  } else if (!plan.nothing_to_write()) {
    text += "; only plugingen's own records in .plugingen changed";
  }
  console.Print(name + ": " + text + "\n");
  for (const Step& step : plan.steps) {
    if (step.action == Action::kMerge) {
      console.Print("  merged " + Shown(step.path) + " with your edits\n");
    } else if (step.action == Action::kSetAside) {
      console.Print("  " + Shown(step.path) + " is " + Shown(step.moved_to) +
                    " now: " + step.reason + "\n");
    } else if (step.remark) {
      console.Print("  " + Shown(step.path) + ": " + step.reason + "\n");
    }
  }
  PrintChanges(plan, console);
}

void ReportConflicts(const Plan& plan, Console& console) {
  const size_t count = plan.Count(Action::kConflict);
  console.Error(std::to_string(count) + (count == 1 ? " file has" : " files have") +
                " conflicts that a person has to resolve:");
  for (const Step& step : plan.steps) {
    if (step.action != Action::kConflict) continue;
    console.Complain("  " + base::Quoted(step.path) + ": " + std::to_string(step.conflicts) +
                     (step.conflicts == 1 ? " conflict" : " conflicts") + "; " + step.reason +
                     "\n");
  }
  console.Complain(
      "Edit each <<<<<<< ... >>>>>>> into what it should be, then run 'plugingen regenerate' "
      "again.\n"
      "'plugingen undo' reverts this run.\n");
}

void PrintUpgrade(const std::vector<api::Report>& reports, Console& console) {
  for (const api::Report& report : reports) console.Print("\n" + api::PrintText(report));
}

std::string LabelOf(const RegenerateOptions& options) {
  const std::string label = "plugingen regenerate";
  return options.tensorflow.empty()
             ? label
             : label + " --tensorflow " + base::ShellQuoted(options.tensorflow);
}

int Regenerate(RegenerateOptions options, Console& console) {
  const bool is_silent = options.quiet || options.preview.json;
  ProjectFolder project(FolderOfProject(options.folder, is_silent, console), options.reads_only(),
                        console);
  MakeRelativeToProject(options.plan.discard, project);
  MakeRelativeToProject(options.plan.restore, project);
  int status = kDone;
  const auto planned = PlanProject(
      project, {options.tensorflow, options.template_dir, options.plan, options.preview.json},
      console, status);
  if (!planned) return status;
  const PlanResult& result = planned->result;
  const std::set<std::string> files = FilesOf(result.plan);
  if (!RequireKnown(options.plan.discard, files, console) ||
      !RequireKnown(options.plan.restore, files, console) ||
      !RequireDiscardable(options.plan.discard, planned->emission.spec_path, result.plan,
                          console)) {
    return kUsage;
  }
  PrintNotes(result, console);
  if (options.preview.any()) {
    PrintPreview(options.preview, result, planned->diagnostics, project.CompletedFiles(), console);
    if (options.preview.dry_run) PrintUpgrade(planned->upgrade, console);
    return options.check ? CheckStatus(result) : StatusOf(result.plan);
  }
  if (options.check) return Check(result, project.CompletedFiles(), options.quiet, console);
  status = CarryOut(*planned, LabelOf(options), options.quiet, project, console);
  if (status == kDone && !options.quiet) {
    console.Print(NewerReleaseText(planned->emission, options.folder));
  }
  return status;
}

}  // namespace

int CarryOut(const ProjectPlan& planned, const std::string& label, bool quiet,
             ProjectFolder& project, Console& console) {
  const Plan& plan = planned.result.plan;
  if (plan.stopped()) {
    ExplainStop(plan, console);
    return StatusOf(plan);
  }
  try {
    project::Commit(plan, label, project.disk());
  } catch (const FileError& error) {
    return project.ReportFailure(error, console);
  }
  if (!quiet) {
    PrintDone(planned.emission.name, plan, console);
    PrintUpgrade(planned.upgrade, console);
    if (!planned.upgrade.empty()) {
      console.Print("\n" + std::string(kUpgradesPath) +
                    " of the project contains this report, too.\n");
    }
  }
  if (plan.Count(Action::kConflict) == 0) return kDone;
  ReportConflicts(plan, console);
  return kConflicts;
}

Run AddRegenerate(CLI::App& app) {
  const auto options = std::make_shared<RegenerateOptions>();
  CLI::App* command = app.add_subcommand(
      "regenerate", "Bring a project up to date with its spec and this plugingen; merge edits");
  command
      ->add_option("DIR", options->folder,
                   "The project's folder (default: the current one, or the project that it is in)")
      ->check(NotEmpty);
  command
      ->add_option(
          "--tensorflow", options->tensorflow,
          "Put another range of releases into the spec first, e.g. '" PLUGINGEN_RELEASED_RANGE "'")
      ->check(NotEmpty)
      ->type_name("RANGE");
  command
      ->add_option("--discard", options->plan.discard,
                   "Discard your edits of a file; a folder stands for the generated files below it")
      ->check(NotEmpty)
      ->type_name("PATH");
  command
      ->add_option("--restore", options->plan.restore,
                   "Write a scaffold file again that you deleted")
      ->check(NotEmpty)
      ->type_name("PATH");
  command->add_flag("-q,--quiet", options->quiet, "Print nothing on success");
  CLI::Option_group* preview = AddPreviewOptions(*command, options->preview);
  CLI::Option* check = command->add_flag(
      "--check", options->check,
      "For CI: list the files that are missing, changed or extra; exit with 3 if there "
      "are any");
  for (CLI::Option* other : preview->get_options()) {
    if (other->get_name() != "--json") check->excludes(other);
  }
  command
      ->add_option("--template-dir", options->template_dir,
                   "Templates to use in place of the built-in ones, for work on plugingen")
      ->type_name("DIR")
      ->group("");
  return [options](Console& console) { return Regenerate(*options, console); };
}

}  // namespace plugingen::cli
