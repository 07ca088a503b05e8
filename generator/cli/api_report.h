// What a project has to do about another release of TensorFlow. `plugingen api diff --project`
// prints it; so does whatever moves a project to another range of releases.

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

// The texts of the project in `folder`, whose lock that is, and the ops that its spec registers. A
// spec with mistakes registers nothing.
api::Project ReadProject(const FileSystem& disk, const std::string& folder,
                         const project::Lock& lock);
// The texts of the project in `folder` and the ops that its spec registers. Complains and returns
// nothing when there is no project with a usable lock file.
std::optional<api::Project> ReadProject(const FileSystem& disk, const std::string& folder,
                                        Console& console);

// What changes for the project on the way from one known release to another: api::PrintText,
// PrintMarkdown and PrintJson print it, api::WithUpgrade adds it to a document.
api::Report ProjectReport(std::string_view from, std::string_view to, const api::Project& project);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_API_REPORT_H_
