// From a project on disk to a plan that brings it up to date with its spec.

#ifndef PLUGINGEN_CLI_PROJECT_PLAN_H_
#define PLUGINGEN_CLI_PROJECT_PLAN_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "api/change.h"
#include "base/json.h"
#include "cli/console.h"
#include "cli/emission.h"
#include "cli/exit_codes.h"
#include "cli/project_folder.h"
#include "diag/source.h"
#include "project/plan.h"

namespace plugingen::cli {

struct PlanRequest {
  std::string tensorflow{};  // the range to write into the spec first; "" does not change it
  std::string template_dir{};
  project::PlanOptions options{};
  bool json = false;                       // prints errors as JSON
  bool silent = false;                     // prints no errors of the spec and no obstacles
  std::optional<std::string> spec_text{};  // the new text of the spec; excludes `tensorflow`
};

struct ProjectPlan {
  Emission emission;       // the plan refers to it
  base::Json diagnostics;  // if JSON was requested
  project::PlanResult result;
  // What a changed range of releases means for the project. The plan records it.
  std::vector<api::Report> upgrade;
};

// Plans to write the emission of `source` into a project with this state. Sources of the owner's
// may need more of the library than the spec does. Then this emits again. The plan refers to
// `emission`.
project::PlanResult PlanEmission(const diag::SourceFile& source, const std::string& template_dir,
                                 const project::PlanOptions& options, const std::string& root,
                                 const project::ProjectState& state, const FileSystem& disk,
                                 Emission& emission);

// Plans with merging. Prints an error, sets `status` and returns nothing if there is no project, if
// the spec has errors, or if there is an obstacle.
std::optional<ProjectPlan> PlanProject(ProjectFolder& project, const PlanRequest& request,
                                       Console& console, int& status);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_PROJECT_PLAN_H_
