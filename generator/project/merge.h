// Merges the user's edits of a file with plugingen's new text. libgit2 does the three-way merge in
// this process, so git is not required.

#ifndef PLUGINGEN_PROJECT_MERGE_H_
#define PLUGINGEN_PROJECT_MERGE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plugingen::project {

// The labels of the conflict markers.
struct MergeLabels {
  std::string ours;
  std::string base;
  std::string theirs;
};

struct MergeResult {
  std::string text;
  size_t conflicts = 0;
};

// Applies the change from `base` to `theirs`, which are texts of plugingen, to `ours`, which is the
// user's. Without a base every difference is a conflict. The result has the line ends of `ours`.
// Conflicts are in zdiff3 style: lines that both sides have are outside. `path` determines the
// language, for the rules that resolve simple conflicts (merge_rules.h). Throws std::runtime_error
// if libgit2 fails for lack of memory.
MergeResult Merge(std::string_view path, const std::optional<std::string>& base,
                  std::string_view ours, std::string_view theirs, const MergeLabels& labels);

// Returns why a text cannot be merged line by line, as a clause about it, or "".
std::string RefusalToMerge(std::string_view text);

// Converts `text` from LF to the line ends of `like`.
std::string WithLineEndsOf(std::string_view like, std::string text);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_MERGE_H_
