// Conflict markers as git and similar tools write them:
//
//   <<<<<<< whose            one side
//   ||||||| whose            the common base; not in every style
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

inline constexpr size_t kMarkerSize = 7;  // the default of git, editors and merge tools

// A run of whole lines without the markers. If `is_conflict` is false, both sides have these lines,
// and they are in `ours`. All members are parts of the parsed text.
struct MergeHunk {
  bool is_conflict = false;
  std::string_view ours;
  std::string_view base;  // empty in styles without a base
  std::string_view theirs;
};

// Splits a text with markers of `marker_size` characters into hunks. An incomplete conflict is
// plain text.
std::vector<MergeHunk> ParseConflicts(std::string_view text, size_t marker_size = kMarkerSize);

// True if `text` has unresolved conflicts. Any line that starts a side counts, so a partly removed
// conflict does, too. A line of = does not count, because it can be a heading.
bool HasMarkers(std::string_view text);

// Returns the text with all conflicts resolved for the first side and for the second side. Returns
// nothing if there are no conflicts.
std::optional<std::pair<std::string, std::string>> SidesOfConflicts(std::string_view text);

// Returns the length of the longest run of one of <|=> at the start of a line. Markers have to be
// longer.
size_t LongestMarkerLikeRun(std::string_view text);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_CONFLICT_MARKERS_H_
