// Rules that resolve conflicts of a line-by-line merge for which a reader needs no help. A rule
// only applies if the result contains every line of both sides and could have been written by
// either author after seeing the other side.

#ifndef PLUGINGEN_PROJECT_MERGE_RULES_H_
#define PLUGINGEN_PROJECT_MERGE_RULES_H_

#include <optional>
#include <string>
#include <string_view>

#include "project/conflict_markers.h"

namespace plugingen::project {

// Returns the text that replaces a conflict, or nothing if a person has to decide. The rules are:
// * Both sides added entries to one set: #include and import lines, sources in CMake, elements of
//   TOML arrays, bullets of documents. As in git, code that both added at one place is a conflict,
//   because the rule cannot know its order.
// * One side added comments and the other added #include lines. The comments come first.
// * Both sides changed adjacent lines, but each line was changed by only one side.
// * One side changed lines and the other added some directly before or after them. If the number of
//   lines changed, the added lines must come after, and the changed lines must still be one call in
//   CMake, or one paragraph or bullet of a document.
// * The sides changed or added different keys of a TOML or YAML file, each on a line of its own.
// * One side only reformatted C++ code. The other side's text wins.
//
// `path` determines the language.
std::optional<std::string> Resolve(std::string_view path, const MergeHunk& conflict);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_MERGE_RULES_H_
