// What moving a project to another range of TensorFlow releases means for it.

#ifndef PLUGINGEN_CLI_UPGRADE_H_
#define PLUGINGEN_CLI_UPGRADE_H_

#include <string>
#include <string_view>
#include <vector>

#include "api/change.h"
#include "cli/emission.h"
#include "cli/project_folder.h"
#include "project/plan.h"

namespace plugingen::cli {

inline constexpr std::string_view kUpgradesPath = "docs/upgrades.md";

// Reports the differences between the range in the project's lock, which has to be usable, and
// `to`, a range as specs have it. One report leads to the newest release of the range. If the range
// now starts earlier, another one leads back to its oldest release. Returns nothing for equal ends
// and for texts that are no ranges.
std::vector<api::Report> UpgradeReports(ProjectFolder& project, const std::string& to);

// If plugingen knows a newer release of TensorFlow than the range of a project has, returns a line
// that says so and has the command that adds the release. Else returns "". `folder` is the
// project's, as the user named it, or "".
std::string NewerReleaseText(const Emission& emission, const std::string& folder);

// Limits the plugingen files that the reports name to those that the plan changes, and has the plan
// add the reports to the project's docs/upgrades.md.
void RecordUpgrade(project::Plan& plan, std::vector<api::Report>& reports, const FileSystem& disk);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_UPGRADE_H_
