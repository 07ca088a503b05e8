// Merges what the user made of a file with what the tool would write now. The three-way merge is
// libgit2's, in this process; git itself is not needed.

#ifndef PLUGINGEN_PROJECT_MERGE_H_
#define PLUGINGEN_PROJECT_MERGE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plugingen::project {

// What stands beside conflict markers, so that a reader knows whose a side is.
struct MergeLabels {
  std::string ours;
  std::string base;
  std::string theirs;
};

struct MergeResult {
  std::string text;
  size_t conflicts = 0;
};

// Applies what changed from `base` to `theirs` (texts of the tool's) to `ours` (the user's).
// Without a base every difference is a conflict. The result has the line ends of `ours`; conflicts
// are in zdiff3 style: lines that both sides have stand outside. `path` tells the language, for
// conflicts that need no person (merge_rules.h). Throws std::runtime_error when libgit2 fails
// (memory).
MergeResult Merge(std::string_view path, const std::optional<std::string>& base,
                  std::string_view ours, std::string_view theirs, const MergeLabels& labels);

// Why a text cannot be merged line by line, as a clause about it; "" when it can.
std::string ObjectionToMerging(std::string_view text);

// `text` (line ends of Unix) with the line ends of `like`.
std::string WithLineEndsOf(std::string_view like, std::string text);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_MERGE_H_
