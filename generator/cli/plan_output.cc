#include "cli/plan_output.h"

#include <algorithm>

#include "base/lines.h"
#include "base/suggest.h"
#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/project_folder.h"
#include "project/print_plan.h"

namespace plugingen::cli {
namespace {

// Colours a unified diff as git does.
std::string Colored(const std::string& diff) {
  std::string out;
  for (const std::string_view line : base::SplitLines(diff)) {
    std::string_view color;
    if (line.starts_with("---") || line.starts_with("+++")) {
      color = "\x1b[1m";
    } else if (line.starts_with("@@")) {
      color = "\x1b[36m";
    } else if (line.starts_with('-')) {
      color = "\x1b[31m";
    } else if (line.starts_with('+')) {
      color = "\x1b[32m";
    }
    const bool ends = line.ends_with('\n');
    out += color;
    out += line.substr(0, line.size() - (ends ? 1 : 0));
    if (!color.empty()) out += "\x1b[0m";
    if (ends) out += '\n';
  }
  return out;
}

// Returns the word for a step that the summary shows without a reason, or "".
std::string_view DoneWord(const project::Step& step) {
  if (step.remark) return "";
  switch (step.action) {
    case project::Action::kCreate:
      return "created";
    case project::Action::kUpdate:
      return "updated";
    case project::Action::kDelete:
      return "deleted";
    default:
      return "";
  }
}

}  // namespace

CLI::Option_group* AddPreviewOptions(CLI::App& command, PreviewOptions& options) {
  CLI::Option_group* group =
      command.add_option_group("Preview", "Print the plan and write nothing");
  group->add_flag("--dry-run", options.dry_run, "A line for each file that would change");
  group->add_flag("--diff", options.diff, "The changes as a unified diff");
  group->add_flag("--explain", options.explain, "Every file: what happens to it, whose it is, why");
  group->add_flag("--json", options.json, "The plan and the diagnostics as JSON");
  group->require_option(0, 1);
  return group;
}

void PrintPreview(const PreviewOptions& options, const project::PlanResult& result,
                  const base::Json& diagnostics, const std::vector<std::string>& interrupted,
                  Console& console) {
  const project::Plan& plan = result.plan;
  if (options.json) {
    console.Print(project::PrintJson(plan, result.notes, diagnostics, interrupted));
  } else if (options.diff) {
    const std::string diff = project::PrintDiff(plan);
    console.Print(console.output_color() == diag::ColorMode::kAlways ? Colored(diff) : diff);
  } else if (options.explain) {
    console.Print(project::PrintReasons(plan));
  } else {
    console.Print(project::PrintVerdicts(plan));
  }
}

int StatusOf(const project::Plan& plan) {
  if (plan.unresolved()) return kConflicts;
  if (plan.refused()) return kRefused;
  return plan.Count(project::Action::kConflict) > 0 ? kConflicts : kDone;
}

void PrintChanges(const project::Plan& plan, Console& console) {
  constexpr size_t kMaxNamed = 20;
  std::vector<const project::Step*> changed;
  for (const project::Step& step : plan.steps) {
    if (!DoneWord(step).empty()) changed.push_back(&step);
  }
  std::stable_partition(changed.begin(), changed.end(),
                        [](const project::Step* step) { return !project::IsInLibrary(*step); });
  // Names the last file instead of printing "1 more", because both take one line.
  const size_t named = changed.size() <= kMaxNamed + 1 ? changed.size() : kMaxNamed;
  for (size_t i = 0; i < named; ++i) {
    console.Print("  " + std::string(DoneWord(*changed[i])) + " " + Shown(changed[i]->path) + "\n");
  }
  if (named < changed.size()) {
    console.Print("  and " + std::to_string(changed.size() - named) + " more\n");
  }
}

void PrintNotes(const project::PlanResult& result, Console& console) {
  for (const std::string& note : result.notes) console.Note(note);
}

void ReportRefusal(const project::Plan& plan, Console& console) {
  const size_t count = plan.Count(project::Action::kRefuse);
  console.Error("refused, since edits would be lost in " + std::to_string(count) +
                (count == 1 ? " file" : " files") + "; nothing was written");
  ReportSteps(plan, project::Action::kRefuse, console);
}

std::string UnknownFileText(const std::string& path, const std::vector<std::string_view>& known) {
  const std::string_view nearest = base::NearestName(path, known);
  return "is not a file of plugingen's in this project" +
         (nearest.empty() ? "" : "; did you mean " + base::Quoted(nearest) + "?");
}

void ReportSteps(const project::Plan& plan, project::Action action, Console& console) {
  for (const project::Step& step : plan.steps) {
    if (step.action != action) continue;
    console.Complain("  " + base::Quoted(step.path) + ": " + step.reason + "\n");
  }
}

}  // namespace plugingen::cli
