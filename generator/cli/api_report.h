// The report on what a project has to change for another TensorFlow release. `plugingen api diff
// --project` prints it, and so does every command that changes a project's range of releases.

#ifndef PLUGINGEN_CLI_API_REPORT_H_
#define PLUGINGEN_CLI_API_REPORT_H_

#include <optional>
#include <string>
#include <string_view>

#include "api/change.h"
#include "api/usage.h"
#include "base/file_system.h"
#include "cli/console.h"
#include "project/lock.h"

namespace plugingen::cli {

// Reads the texts of the project in `folder`, which `lock` belongs to, and the ops that its spec
// registers. A spec with errors registers no op.
api::Project ReadProject(const FileSystem& disk, const std::string& folder,
                         const project::Lock& lock);
// As above, but reads the lock file itself. Prints an error and returns nothing if there is no
// project with a usable lock file.
std::optional<api::Project> ReadProject(const FileSystem& disk, const std::string& folder,
                                        Console& console);

// Compares two known releases and reports what changes for the project. api::PrintText,
// PrintMarkdown and PrintJson print a report; api::WithUpgrade adds it to a document.
api::Report ProjectReport(std::string_view from, std::string_view to, const api::Project& project);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_API_REPORT_H_
