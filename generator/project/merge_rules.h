// Conflicts of a line-by-line merge that need no person: a reader would call them silly. A rule
// applies only where every line of both sides has a place in the result, and where the result reads
// as one of the two would have written it after seeing the other.

#ifndef PLUGINGEN_PROJECT_MERGE_RULES_H_
#define PLUGINGEN_PROJECT_MERGE_RULES_H_

#include <optional>
#include <string>
#include <string_view>

#include "project/conflict_markers.h"

namespace plugingen::project {

// The text that takes the place of a conflict, or nothing when a person has to decide:
//   * both sides added entries to one set: #include and import lines, sources in CMake, elements of
//     arrays in TOML, bullets of documents. Two sides that added code at one place conflict, as in
//     git: nobody but a person knows its order;
//   * one side added comments where the other added #include lines: the comments stand above;
//   * each line was changed by one side only, though lines beside each other were changed by both;
//   * one side changed lines, the other added some right before or behind them; if the number of
//     lines changed, only behind, and only where they are still one call in CMake, or one paragraph
//     or bullet of a document;
//   * both sides changed or added different keys of a TOML or YAML file, each on a line of its own;
//   * one side only laid out C++ code anew (a formatter's work): the other side's text stands.
// `path` tells the language.
std::optional<std::string> Resolve(std::string_view path, const MergeHunk& conflict);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_MERGE_RULES_H_
