// Prints a plan in four formats.

#ifndef PLUGINGEN_PROJECT_PRINT_PLAN_H_
#define PLUGINGEN_PROJECT_PRINT_PLAN_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "project/plan.h"

namespace plugingen::project {

// Returns "create", "update", "merge", "conflict", "unchanged", "keep", "delete", "set aside",
// "unresolved" or "refuse".
std::string_view ActionName(Action action);

// Returns "12 created, 3 unchanged", or "12 to create, 3 unchanged" if `written` is false.
std::string SummaryText(const Plan& plan, bool written);

// --dry-run: a line for every file that changes or needs attention, and the summary.
std::string PrintVerdicts(const Plan& plan);
// --explain: every file with its action, its owner and the reason. If `library_whole` is true,
// unedited files of the library with the same action share a line.
std::string PrintReasons(const Plan& plan, bool library_whole = false);
// --diff: a unified diff for `patch -p1`.
std::string PrintDiff(const Plan& plan);
// --json: {"diagnostics": [...], "root": ..., "refused": ..., "notes": [...], "interrupted": [...],
// "records": [...], "summary": {...}, "files": [{"path": ..., "ownership": ..., "action": ...,
// "reason": ...}, ...]}. A file that is set aside also has "moved_to", a user's file that moves has
// "moved_from", and a file with conflicts has their number. `diagnostics` comes from
// diag::DiagnosticsJson. `interrupted` lists the files that the completion of an interrupted run
// changes.
std::string PrintJson(const Plan& plan, const std::vector<std::string>& notes,
                      const base::Json& diagnostics,
                      const std::vector<std::string>& interrupted = {});
// For an obstacle: {"diagnostics": [...], "root": ..., "refused": true, "obstacle": {"message":
// ..., "paths": [...]}}.
std::string PrintJson(const Obstacle& obstacle, const std::string& root,
                      const base::Json& diagnostics);
// For a spec with errors: {"diagnostics": [...]}.
std::string PrintJson(const base::Json& diagnostics);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_PRINT_PLAN_H_
