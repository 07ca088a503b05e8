// Conflict markers in a text, as git and its relatives write them:
//
//   <<<<<<< whose            one side
//   ||||||| whose            what both came from; not in every style
//   =======
//   >>>>>>> whose            the other side

#ifndef PLUGINGEN_PROJECT_CONFLICT_MARKERS_H_
#define PLUGINGEN_PROJECT_CONFLICT_MARKERS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plugingen::project {

inline constexpr size_t kMarkerSize = 7;  // of git, editors and merge tools

// A run of whole lines: of both sides (`is_conflict` false, all in `ours`), or a conflict. The
// markers are in no part. The parts are pieces of the parsed text.
struct MergeHunk {
  bool is_conflict = false;
  std::string_view ours;
  std::string_view base;  // empty in styles without it
  std::string_view theirs;
};

// The hunks of a text with markers of `marker_size` characters. What begins like a conflict and is
// none (no end, another order) is plain text.
std::vector<MergeHunk> ParseConflicts(std::string_view text, size_t marker_size = kMarkerSize);

// Whether someone still has to resolve a conflict in `text`: any line that begins a side counts,
// also what is left of markers that were half removed. (A line of = may be a heading.)
bool HasMarkers(std::string_view text);

// The text with each conflict resolved for the one side, and for the other; nothing without
// conflicts.
std::optional<std::pair<std::string, std::string>> SidesOfConflicts(std::string_view text);

// The length of the longest run of one of <|=> that begins a line: markers have to be longer.
size_t LongestMarkerLikeRun(std::string_view text);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_CONFLICT_MARKERS_H_
