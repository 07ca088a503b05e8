#include "cli/project_plan.h"

#include <utility>

#include "base/text.h"
#include "cli/spec_input.h"
#include "cli/upgrade.h"
#include "diag/json_printer.h"
#include "project/print_plan.h"
#include "project/taken_over.h"
#include "spec/edit_range.h"

namespace plugingen::cli {
namespace {

// The project's spec, with what is asked for in it.
std::optional<diag::SourceFile> SpecOf(ProjectFolder& project, const std::string& spec_path,
                                       const PlanRequest& request, Console& console) {
  auto source = project.ReadSpecAt(spec_path, console);
  if (source && request.spec_text) return diag::SourceFile(source->path(), *request.spec_text);
  const std::string& range = request.tensorflow;
  if (!source || range.empty()) return source;
  // A spec that is no map is complained of when it is read, as it is; one that has another range
  // then, by PlanProject().
  if (auto text = spec::WithReleaseRange(*source, range)) {
    source = diag::SourceFile(source->path(), std::move(*text));
  }
  return source;
}

}  // namespace

std::optional<ProjectPlan> PlanProject(ProjectFolder& project, const PlanRequest& request,
                                       Console& console, int& status) {
  status = kUsage;
  const auto spec_path = project.FindSpec(console);
  if (!spec_path) return std::nullopt;
  const auto source = SpecOf(project, *spec_path, request, console);
  if (!source) return std::nullopt;

  diag::Sink sink;
  auto emission = Emit(*source, request.template_dir, sink);
  ProjectPlan plan;
  if (request.json) plan.diagnostics = diag::DiagnosticsJson(&*source, sink.diagnostics());
  if (!request.json && !request.silent) PrintDiagnostics(*source, sink, console);
  if (!emission) {
    if (!request.tensorflow.empty()) {
      console.Note("the spec is shown with the range of --tensorflow in it; the file is as it was");
    }
    if (request.json) console.Print(project::PrintJson(plan.diagnostics));
    status = kSpecErrors;
    return std::nullopt;
  }
  NameSpec(*emission, *spec_path);  // it keeps its name whatever the plugin's is
  plan.emission = std::move(*emission);

  const project::ProjectState& state = project.state();
  if (state.lock_error.empty() && state.lock_text) {
    plan.upgrade = UpgradeReports(project, plan.emission.tensorflow);
  }
  project::PlanOptions options = request.options;
  options.merge = true;
  options.tensorflow = plan.emission.tensorflow;
  options.spec_objection = project.ObjectionToSpec(*spec_path);
  project::AddTakenOver(state, options, project.root(), project.disk(), plan.emission.files);
  plan.result = project::MakePlan(plan.emission.files, *spec_path, project.root(), options, state,
                                  project.disk());
  if (!request.tensorflow.empty() && plan.emission.tensorflow != request.tensorflow &&
      !plan.result.obstacle) {
    plan.result.obstacle = project::Obstacle{
        base::Quoted(source->path()) +
            " would change in more than its range of TensorFlow, for an anchor or "
            "an unusual layout; write the range into it yourself",
        {}};
  }
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
