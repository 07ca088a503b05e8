#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "base/wrap.h"
#include "cli/command.h"
#include "cli/project_place.h"
#include "cli/project_plan.h"
#include "cli/upgrade.h"
#include "project/lock.h"
#include "project/print_plan.h"

namespace plugingen::cli {
namespace {

using base::Ownership;
using project::Action;
using project::Condition;
using project::Plan;
using project::Step;

struct StatusOptions {
  std::string folder;
  bool all = false;
  bool json = false;
};

// True for a copy of a library's kernel or primitive that the user took over, edited or not.
bool IsTakenOver(const Step& step) { return step.output != nullptr && step.output->taken_over; }

std::string_view ConditionWord(const Step& step) {
  if (step.action == Action::kUnresolved) return "conflicts";
  if (step.stray) return "stray";
  switch (step.condition) {
    case Condition::kPristine:
      return IsTakenOver(step) ? "ejected" : "";
    case Condition::kMissing:
      return "missing";
    case Condition::kEdited:
      return "edited";
    case Condition::kDeleted:
      return "deleted";
    case Condition::kEjected:
      return "ejected";
    case Condition::kReplaced:
      return "replaced";
  }
  return "";
}

// Returns what the user should know about a file besides its condition.
std::string Remark(const Step& step) {
  switch (step.action) {
    case Action::kMerge:
      return "plugingen has a new version; it merges cleanly";
    case Action::kConflict:
      return "plugingen has a new version; " + std::to_string(step.conflicts) +
             (step.conflicts == 1 ? " conflict" : " conflicts");
    case Action::kUnresolved:
      return "conflict markers are left in it";
    case Action::kSetAside:
      return "the spec no longer needs it";
    case Action::kRefuse:
      return step.reason + "; regenerate stops there";
    case Action::kKeep:
      if (step.stray) return step.reason;
      return step.behind ? "plugingen's own text has changed since" : "";
    case Action::kCreate:
    case Action::kUpdate:
      return step.remark ? step.reason : "";
    case Action::kUnchanged:
    case Action::kDelete:
      return "";
  }
  return "";
}

// The colours of git: green is the user's change, red needs attention.
std::string_view ColorOf(const Step& step) {
  if (step.action == Action::kRefuse || step.action == Action::kUnresolved) return "\x1b[31m";
  return step.condition == Condition::kMissing ? "" : "\x1b[32m";
}

std::string Painted(std::string_view text, std::string_view color, bool colored) {
  if (!colored || color.empty()) return std::string(text);
  return std::string(color) + std::string(text) + "\x1b[0m";
}

// Prints "  edited     src/x.cc    remark" for each step that `wanted` accepts.
template <typename Wanted>
std::string Table(const Plan& plan, bool colored, Wanted wanted) {
  constexpr size_t kWordColumns = 11;
  size_t width = 0;
  for (const Step& step : plan.steps) {
    if (wanted(step)) width = std::max(width, Shown(step.path).size());
  }
  width = std::min<size_t>(width, 40);
  std::string out;
  for (const Step& step : plan.steps) {
    if (!wanted(step)) continue;
    const std::string remark = Remark(step);
    const std::string word = base::Padded(ConditionWord(step), kWordColumns);
    const std::string path = Shown(step.path);
    const std::string line =
        base::Wrapped("  " + word + (remark.empty() ? path : base::Padded(path, width) + "  "),
                      kWordColumns + 4, remark);
    out += "  " + Painted(word, ColorOf(step), colored) + line.substr(2 + word.size());
  }
  return out;
}

// Counts the emitted files outside the library.
size_t CountOf(const Plan& plan, Ownership ownership) {
  return static_cast<size_t>(
      std::count_if(plan.steps.begin(), plan.steps.end(), [ownership](const Step& step) {
        return step.output != nullptr && step.ownership == ownership && !IsInLibrary(step);
      }));
}

// Returns "library 0.1.0: 379 files, 1 ejected\n", or "" if the project has no library.
std::string LibraryText(const Plan& plan, const project::Lock& lock) {
  size_t count = 0;
  std::map<std::string_view, size_t> others;  // by condition
  bool is_there = false;
  for (const Step& step : plan.steps) {
    if (step.output == nullptr || !IsInLibrary(step)) continue;
    ++count;
    const bool is_known = lock.files.contains(step.path);
    is_there = is_there || is_known;
    const bool is_new = !is_known && step.condition == Condition::kMissing;
    const std::string_view word = is_new ? "to come" : ConditionWord(step);
    if (!word.empty()) ++others[word];
  }
  if (count == 0) return "";
  if (!is_there) return "library: " + std::to_string(count) + " files to come\n";
  size_t as_they_came = count;
  std::string text;
  for (const auto& [word, number] : others) {
    as_they_came -= number;
    text += ", " + std::to_string(number) + " " + std::string(word);
  }
  const std::string version = lock.tool_version.empty() ? "" : " " + lock.tool_version;
  return "library" + version + ": " + std::to_string(as_they_came) +
         (as_they_came == 1 ? " file" : " files") + (text.empty() ? " as they came" : text) + "\n";
}

bool NeedsSomeone(const Step& step) {
  return step.stray || step.action == Action::kRefuse || step.action == Action::kUnresolved;
}

bool IsOfTheUsers(const Step& step) {
  return !NeedsSomeone(step) &&
         (IsTakenOver(step) || step.condition == Condition::kEdited ||
          step.condition == Condition::kDeleted || step.condition == Condition::kEjected ||
          step.condition == Condition::kReplaced);
}

// Compares the project with this plugingen and with the newest known release of TensorFlow.
std::string LagText(const project::Lock& lock, const Emission& emission,
                    const std::string& folder) {
  std::string out;
  if (lock.tool_version == PLUGINGEN_VERSION) {
    out += "written by this plugingen, " PLUGINGEN_VERSION "\n";
  } else if (!lock.tool_version.empty()) {
    out += "written by plugingen " + lock.tool_version + "; this is " PLUGINGEN_VERSION "\n";
  }
  if (!lock.tensorflow.empty() && lock.tensorflow != emission.tensorflow) {
    out += "written for TensorFlow " + lock.tensorflow + "; the spec says " + emission.tensorflow +
           " now\n";
  }
  return out + NewerReleaseText(emission, folder);
}

// Counts the files of each kind, with the rule for this kind.
std::string OwnershipText(const Plan& plan) {
  const auto count = [&plan](Ownership ownership) {
    return std::to_string(CountOf(plan, ownership));
  };
  return base::Wrapped("", 2,
                       count(Ownership::kGenerated) + " generated files (regenerate replaces " +
                           "them), " + count(Ownership::kScaffold) +
                           " scaffold (it merges changes into them), " + count(Ownership::kOnce) +
                           " once (it never changes them)");
}

std::string WorkText(const Plan& plan) {
  if (plan.nothing_to_write()) return "nothing to do";
  // For example after the user resolved all conflicts.
  if (!plan.changes_files()) return "only its own records to update";
  return "to do: " + project::SummaryText(plan, false);
}

int Status(const StatusOptions& options, Console& console) {
  ProjectFolder project(FolderOfProject(options.folder, options.json, console), /*preview=*/true,
                        console);
  PlanRequest request;
  request.json = options.json;
  int status = kDone;
  const auto planned = PlanProject(project, request, console, status);
  if (!planned) return status;
  const Plan& plan = planned->result.plan;
  if (options.json) {
    console.Print(project::PrintJson(plan, planned->result.notes, planned->diagnostics,
                                     project.CompletedFiles()));
    return kDone;
  }
  console.Print(base::Wrapped("", 2,
                              planned->emission.name + ": " + planned->emission.spec_path +
                                  ", TensorFlow " + planned->emission.tensorflow) +
                LagText(project.state().lock, planned->emission, options.folder));
  for (const std::string& note : planned->result.notes) {
    console.Print(base::Wrapped("", 2, note));
  }
  console.Print(LibraryText(plan, project.state().lock) + OwnershipText(plan));
  const bool colored = console.output_color() == diag::ColorMode::kAlways;
  constexpr std::string_view kBold = "\x1b[1m";
  const std::string yours = Table(plan, colored, IsOfTheUsers);
  if (!yours.empty()) console.Print("\n" + Painted("Yours:", kBold, colored) + "\n" + yours);
  const std::string waiting = Table(plan, colored, NeedsSomeone);
  if (!waiting.empty()) {
    console.Print("\n" + Painted("Needs you:", kBold, colored) + "\n" + waiting);
  }
  if (options.all) console.Print("\n" + project::PrintReasons(plan, /*library_whole=*/true));
  if (plan.stopped()) {
    console.Print("\n'plugingen regenerate' stops until that is solved\n");
  } else {
    const size_t left = project.CompletedFiles().size();
    const std::string before =
        left == 0 ? "" : "an interrupted run to complete (" + std::to_string(left) + " files) and ";
    console.Print("\n" +
                  base::Wrapped("", 2, "'plugingen regenerate' has " + before + WorkText(plan)));
  }
  return kDone;
}

}  // namespace

Run AddStatus(CLI::App& app) {
  const auto options = std::make_shared<StatusOptions>();
  CLI::App* command = app.add_subcommand(
      "status", "Show which files of a project are yours or edited, and how far it lags behind");
  command
      ->add_option("DIR", options->folder,
                   "The project's folder (default: the current one, or the project that it is in)")
      ->check(NotEmpty);
  command->add_flag(
      "--all", options->all,
      "List every file: whose it is, what regenerate would do, and why; the library in "
      "one line");
  command->add_flag("--json", options->json,
                    "Print the plan, as 'plugingen regenerate --json' does");
  return [options](Console& console) { return Status(*options, console); };
}

}  // namespace plugingen::cli
