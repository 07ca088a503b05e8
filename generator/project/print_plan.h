// The one plan, printed in four ways.

#ifndef PLUGINGEN_PROJECT_PRINT_PLAN_H_
#define PLUGINGEN_PROJECT_PRINT_PLAN_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "project/plan.h"

namespace plugingen::project {

// "create", "update", "merge", "conflict", "unchanged", "keep", "delete", "set aside",
// "unresolved", "refuse".
std::string_view ActionName(Action action);

// "12 created, 3 unchanged"; in the future ("12 to create, 3 unchanged") while nothing is written.
std::string SummaryText(const Plan& plan, bool written);

// --dry-run: a line for every file that does not stay as it is, and the summary.
std::string PrintVerdicts(const Plan& plan);
// --explain: every file under what happens to it, whose it is and why. With `library_whole` the
// library's files that are not edited and share a fate have one line together.
std::string PrintReasons(const Plan& plan, bool library_whole = false);
// --diff: a unified diff that `patch -p1` understands.
std::string PrintDiff(const Plan& plan);
// --json: {"diagnostics": [...], "root": ..., "refused": ..., "notes": [...], "interrupted": [...],
// "records": [...], "summary": {...}, "files": [{"path": ..., "ownership": ..., "action": ...,
// "reason": ...}, ...]}; a file that is set aside has "moved_to" too, one of the user's that
// was elsewhere "moved_from", one with conflicts their number. `diagnostics` are those
// of diag::DiagnosticsJson; `interrupted` are the files that the completion of an interrupted run
// changes.
std::string PrintJson(const Plan& plan, const std::vector<std::string>& notes,
                      const base::Json& diagnostics,
                      const std::vector<std::string>& interrupted = {});
// Where there is no plan: {"diagnostics": [...], "root": ..., "refused": true, "obstacle":
// {"message": ..., "paths": [...]}}.
std::string PrintJson(const Obstacle& obstacle, const std::string& root,
                      const base::Json& diagnostics);
// Where the spec has errors: {"diagnostics": [...]}.
std::string PrintJson(const base::Json& diagnostics);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_PRINT_PLAN_H_
