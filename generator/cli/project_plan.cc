#include "cli/project_plan.h"

#include <utility>

#include "base/text.h"
#include "cli/spec_input.h"
#include "cli/upgrade.h"
#include "diag/json_printer.h"
#include "emit/reach.h"
#include "project/own_sources.h"
#include "project/print_plan.h"
#include "project/taken_over.h"
#include "spec/edit_range.h"

namespace plugingen::cli {
namespace {

// Applies the request to a project's spec.
diag::SourceFile WithRequest(const diag::SourceFile& spec, const PlanRequest& request) {
  if (request.spec_text) return {spec.path(), *request.spec_text};
  // WithReleaseRange() fails for a spec that is no map. Parsing the unchanged spec then reports the
  // error. If the range cannot be replaced otherwise, PlanProject() reports that.
  auto text =
      request.tensorflow.empty() ? std::nullopt : spec::WithReleaseRange(spec, request.tensorflow);
  return text ? diag::SourceFile(spec.path(), std::move(*text)) : spec;
}

// The new text of the spec is derived from `read`. If the file was saved since, the commit has to
// fail.
void ReplaceOnly(const std::string& read, const std::string& spec_path, project::Plan& plan) {
  for (project::Step& step : plan.steps) {
    const bool replaces = step.writes() && step.action != project::Action::kCreate;
    if (replaces && step.path == spec_path) step.old_text = read;
  }
}

}  // namespace

project::PlanResult PlanEmission(const diag::SourceFile& source, const std::string& template_dir,
                                 const project::PlanOptions& options, const std::string& root,
                                 const project::ProjectState& state, const FileSystem& disk,
                                 Emission& emission) {
  project::OwnSources own = project::ReadOwnSources(root, state.lock, disk);
  bool is_emitted = own.empty();
  // The plan merges sources, and what they include then decides about the emission.
  for (int attempts = 5;; --attempts) {
    if (!is_emitted) {
      diag::Sink sink;
      Emission again = Emit(source, template_dir, sink, own).value();
      NameSpec(again, emission.spec_path);
      emission = std::move(again);
    }
    project::AddTakenOver(state, options, root, disk, emit::LibraryText, emission.files);
    project::PlanResult result =
        project::MakePlan(emission.files, emission.spec_path, root, options, state, disk);
    project::OwnSources after = project::AfterRun(own, result.plan);
    if (result.obstacle || after == own || attempts == 0) return result;
    own = std::move(after);
    is_emitted = false;
  }
}

std::optional<ProjectPlan> PlanProject(ProjectFolder& project, const PlanRequest& request,
                                       Console& console, int& status) {
  status = kUsage;
  const auto spec_path = project.FindSpec(console);
  if (!spec_path) return std::nullopt;
  const auto on_disk = project.ReadSpecAt(*spec_path, console);
  if (!on_disk) return std::nullopt;
  const diag::SourceFile source = WithRequest(*on_disk, request);

  diag::Sink sink;
  auto emission = Emit(source, request.template_dir, sink);
  ProjectPlan plan;
  if (request.json) plan.diagnostics = diag::DiagnosticsJson(&source, sink.diagnostics());
  if (!request.json && !request.silent) PrintDiagnostics(source, sink, console);
  if (!emission) {
    if (!request.tensorflow.empty()) {
      console.Note("the spec is shown with the range of --tensorflow in it; the file is unchanged");
    }
    if (request.json) console.Print(project::PrintJson(plan.diagnostics));
    status = kSpecErrors;
    return std::nullopt;
  }
  NameSpec(*emission, *spec_path);  // it keeps its name if the plugin's name changes
  plan.emission = std::move(*emission);

  const project::ProjectState& state = project.state();
  if (state.lock_error.empty() && state.lock_text) {
    plan.upgrade = UpgradeReports(project, plan.emission.tensorflow);
  }
  project::PlanOptions options = request.options;
  options.merge = true;
  options.tensorflow = plan.emission.tensorflow;
  options.spec_refusal = project.RefusalToSpec(*spec_path);
  plan.result = PlanEmission(source, request.template_dir, options, project.root(), state,
                             project.disk(), plan.emission);
  if (!request.tensorflow.empty() && plan.emission.tensorflow != request.tensorflow &&
      !plan.result.obstacle) {
    plan.result.obstacle = project::Obstacle{
        base::Quoted(on_disk->path()) +
            " would change in more than its range of TensorFlow, because of an anchor or "
            "an unusual layout; write the range into the file yourself",
        {}};
  }
  ReplaceOnly(on_disk->text(), *spec_path, plan.result.plan);
  if (project.is_preview()) project.AddNotes(plan.result.notes);
  if (plan.result.obstacle) {
    if (request.json) {
      console.Print(project::PrintJson(*plan.result.obstacle, project.root(), plan.diagnostics));
    }
    if (!request.silent) console.Error(plan.result.obstacle->message);
    status = kRefused;
    return std::nullopt;
  }
  RecordUpgrade(plan.result.plan, plan.upgrade, project.disk());
  status = kDone;
  return plan;
}

}  // namespace plugingen::cli
