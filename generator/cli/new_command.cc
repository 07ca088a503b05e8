#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/file_system.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/emission.h"
#include "cli/new_input.h"
#include "cli/new_summary.h"
#include "cli/plan_output.h"
#include "cli/project_folder.h"
#include "cli/project_plan.h"
#include "cli/spec_input.h"
#include "cli/starter_options.h"
#include "diag/json_printer.h"
#include "project/commit.h"
#include "project/plan.h"
#include "project/print_plan.h"

namespace plugingen::cli {
namespace {

using project::Plan;

struct NewOptions {
  std::string spec;  // or the name of a plugin that has no spec yet
  StarterOptions starter;
  std::string output;
  std::string template_dir;
  PreviewOptions preview;
  bool quiet = false;
};

void PrintObstacle(const project::Obstacle& obstacle, Console& console) {
  console.Error(obstacle.message);
  if (obstacle.paths.empty()) {
    console.Complain("Nothing was written. Choose another folder with -o.\n");
    return;
  }
  console.Complain("Nothing was written. These would have been overwritten:\n");
  for (const std::string& path : obstacle.paths) console.Complain("  " + path + "\n");
  console.Complain("Choose another folder with -o.\n");
}

void PrintRefusal(const std::string& folder, const Plan& plan, Console& console) {
  ReportRefusal(plan, console);
  const bool refuses_spec =
      std::any_of(plan.steps.begin(), plan.steps.end(), [&](const project::Step& step) {
        return step.action == project::Action::kRefuse && step.path == plan.lock.spec_path;
      });
  if (refuses_spec) {
    console.Complain("The spec to edit is " + Shown(JoinPath(folder, plan.lock.spec_path)) +
                     "; 'plugingen regenerate " + base::ShellQuoted(folder) +
                     "' applies it to the project.\n"
                     "To use the other spec, copy its text there first.\n");
  }
  console.Complain(
      "See what would change with --diff. 'plugingen regenerate' merges edits of the files that "
      "are\n"
      "yours; 'plugingen eject' makes others yours.\n");
}

// Prints which parts of the spec TensorFlow's C API does not support.
void PrintUnknownShapes(const std::vector<std::string>& unknown_shapes, Console& console) {
  if (unknown_shapes.empty()) return;
  console.Print("Known only when the op runs, not while the graph is built:\n");
  for (const std::string& text : unknown_shapes) console.Print("  " + text + "\n");
}

// `given` is the spec that was copied, or "". `spec` is its copy in the project.
void PrintNextSteps(const std::string& folder, const std::string& given, const std::string& spec,
                    const Plan& plan, Console& console) {
  if (!plan.fresh) {
    console.Print(
        Shown(folder) + ": " +
        (plan.nothing_to_write() ? "up to date" : project::SummaryText(plan, /*written=*/true)) +
        "\n");
    PrintChanges(plan, console);
    return;
  }
  console.Print(NewProjectText(Shown(folder), plan));
  console.Print(
      "Next:\n"
      "  cd " +
      base::ShellQuoted(folder) +
      "\n"
      "  plugingen build           # --python PROGRAM chooses the TensorFlow\n"
      "  plugingen test\n"
      "  pip install .\n");
  const bool copied = !given.empty() && given != "-";
  console.Print("From now on " + Shown(JoinPath(folder, spec)) + " is the spec to edit" +
                (copied ? "; " + Shown(given) + " was copied, and can be deleted" : "") + ".\n");
}

// Returns an obstacle if `new` would create a project inside another one without an explicit
// folder, as when the user meant `regenerate`.
std::optional<project::Obstacle> ProjectInside(const std::string& folder, ProjectFolder& project) {
  if (project.state().lock_text) return std::nullopt;
  const std::string above = ProjectAbove(project.root(), project.disk());
  if (above.empty()) return std::nullopt;
  return project::Obstacle{Shown(folder) + " would be a project inside the project " +
                               base::Quoted(above) +
                               ", which 'plugingen regenerate' brings up to date with its own spec",
                           {}};
}

int New(NewOptions& options, Console& console) {
  int status = kUsage;
  const auto input = ReadNewInput(options.spec, options.starter, console, status);
  if (!input) return status;
  const diag::SourceFile& source = input->source;
  diag::Sink sink;
  auto emission = Emit(source, options.template_dir, sink);
  const base::Json diagnostics = diag::DiagnosticsJson(&source, sink.diagnostics());
  if (!options.preview.json) PrintDiagnostics(source, sink, console);
  if (!emission) {
    if (options.preview.json) console.Print(project::PrintJson(diagnostics));
    return kSpecErrors;
  }

  const std::string folder = options.output.empty() ? emission->name : options.output;
  ProjectFolder project(folder, options.preview.any(), console);
  project::PlanOptions plan_options;
  plan_options.tensorflow = emission->tensorflow;
  if (const auto known = project.KnownSpec()) {
    NameSpec(*emission, *known);  // the copy keeps its name if the plugin's name changes
    plan_options.spec_refusal = project.RefusalToSpec(*known);
    plan_options.own_spec = !input->is_starter && options.spec != "-" &&
                            RealFolder(options.spec) == JoinPath(project.root(), *known);
  }
  project::PlanResult result =
      PlanEmission(source, options.template_dir, plan_options, project.root(), project.state(),
                   project.disk(), *emission);
  if (options.output.empty() && !result.obstacle) {
    result.obstacle = ProjectInside(folder, project);
  }
  if (options.preview.any()) project.AddNotes(result.notes);
  if (result.obstacle) {
    if (options.preview.json) {
      console.Print(project::PrintJson(*result.obstacle, project.root(), diagnostics));
    }
    PrintObstacle(*result.obstacle, console);
    return kRefused;
  }
  PrintNotes(result, console);
  if (options.preview.any()) {
    PrintPreview(options.preview, result, diagnostics, project.CompletedFiles(), console);
    return StatusOf(result.plan);
  }
  if (result.plan.stopped()) {
    PrintRefusal(folder, result.plan, console);
    return StatusOf(result.plan);
  }
  try {
    project::Commit(result.plan, "plugingen new", project.disk());
  } catch (const FileError& error) {
    if (project.disk().Kind(project.root()) != FileKind::kMissing) {
      return project.ReportFailure(error, console);
    }
    console.Error(error.what());
    console.Complain("No project was created. Solve this, then run the command again.\n");
    return kCannotWrite;
  }
  if (!options.quiet) PrintUnknownShapes(emission->unknown_shapes, console);
  if (!options.quiet) {
    PrintNextSteps(folder, input->is_starter ? "" : options.spec, emission->spec_path, result.plan,
                   console);
  }
  return kDone;
}

}  // namespace

Run AddNew(CLI::App& app) {
  const auto options = std::make_shared<NewOptions>();
  CLI::App* command = app.add_subcommand(
      "new", "Write a project; in an existing one, update files that you did not edit");
  command
      ->add_option("SPEC", options->spec,
                   "The spec; - reads it from the standard input. Or a plugin's name: new then "
                   "writes the spec that 'plugingen init' would write")
      ->required();
  command
      ->add_option("-o,--output", options->output,
                   "The project's folder (default: ./<plugin.name>)")
      ->check(NotEmpty)
      ->type_name("DIR");
  command->add_flag("-q,--quiet", options->quiet, "Print nothing on success");
  AddPreviewOptions(*command, options->preview);
  AddStarterOptions(*command, options->starter);
  command
      ->add_option("--template-dir", options->template_dir,
                   "Templates to use in place of the built-in ones, for work on plugingen")
      ->type_name("DIR")
      ->group("");
  return [options](Console& console) { return New(*options, console); };
}

}  // namespace plugingen::cli
