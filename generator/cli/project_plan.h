// The way from a project on disk to the plan of what its spec asks for now.

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
#include "project/plan.h"

namespace plugingen::cli {

struct PlanRequest {
  std::string tensorflow{};  // the range to put into the spec first; "" leaves it
  std::string template_dir{};
  project::PlanOptions options{};
  bool json = false;    // what is wrong is printed as JSON
  bool silent = false;  // what is wrong with the spec, or in the way, is not printed at all
  std::optional<std::string> spec_text{};  // what the spec is to say; the range is left then
};

struct ProjectPlan {
  Emission emission;       // kept: the plan points into it
  base::Json diagnostics;  // when JSON was asked for
  project::PlanResult result;
  // What a changed range of releases means for the project; the plan records it.
  std::vector<api::Report> upgrade;
};

// Plans with merging. Nothing, after complaining and setting `status`, when there is no plan: no
// project, mistakes in the spec, something in the way.
std::optional<ProjectPlan> PlanProject(ProjectFolder& project, const PlanRequest& request,
                                       Console& console, int& status);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_PROJECT_PLAN_H_
