// What moving a project to another range of TensorFlow releases means for it.

#ifndef PLUGINGEN_CLI_UPGRADE_H_
#define PLUGINGEN_CLI_UPGRADE_H_

#include <string>
#include <string_view>
#include <vector>

#include "api/change.h"
#include "cli/project_folder.h"
#include "project/plan.h"

namespace plugingen::cli {

inline constexpr std::string_view kUpgradesPath = "docs/upgrades.md";

// What the project meets that was written for the range in its lock, which has to be usable, and is
// written for `to` now, a range as specs have it: on the way to the newest release of the range,
// and, where the range now begins earlier, back to its oldest one. Nothing for equal ends and for
// texts that are no ranges.
std::vector<api::Report> UpgradeReports(ProjectFolder& project, const std::string& to);

// Has the reports name only those files of the tool's that the plan changes, and has the plan add
// them to the project's docs/upgrades.md.
void RecordUpgrade(project::Plan& plan, std::vector<api::Report>& reports, const FileSystem& disk);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_UPGRADE_H_
