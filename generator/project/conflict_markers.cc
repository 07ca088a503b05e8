#include "project/conflict_markers.h"

#include <algorithm>

#include "base/lines.h"

namespace plugingen::project {
namespace {

size_t RunLength(std::string_view line, char c) {
  return std::min(line.find_first_not_of(c), line.size());
}

// True if a line is a marker of `size` characters `c`, alone or followed by a name.
bool IsMarker(std::string_view line, char c, size_t size) {
  if (RunLength(line, c) != size) return false;
  const std::string_view rest = line.substr(size);
  return rest.empty() || rest[0] == ' ' || rest[0] == '\n' || rest[0] == '\r';
}

// The line numbers of a conflict's parts. ConflictAt() returns nothing if line `begin` starts no
// conflict.
struct ConflictLines {
  size_t base = 0;  // the line of |||||||, or of ======= in styles without a base
  size_t middle = 0;
  size_t end = 0;
};
std::optional<ConflictLines> FindConflict(const std::vector<std::string_view>& lines, size_t begin,
                                          size_t size) {
  ConflictLines conflict;
  for (size_t i = begin + 1; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    if (IsMarker(line, '<', size)) return std::nullopt;
    if (IsMarker(line, '|', size) && conflict.base == 0 && conflict.middle == 0) conflict.base = i;
    if (IsMarker(line, '=', size) && conflict.middle == 0) conflict.middle = i;
    if (!IsMarker(line, '>', size)) continue;
    if (conflict.middle == 0) return std::nullopt;
    if (conflict.base == 0) conflict.base = conflict.middle;
    conflict.end = i;
    return conflict;
  }
  return std::nullopt;
}

}  // namespace

std::vector<MergeHunk> ParseConflicts(std::string_view text, size_t marker_size) {
  const std::vector<std::string_view> lines = base::SplitLines(text);
  const auto between = [&](size_t begin, size_t end) {
    if (begin >= end) return std::string_view();
    const auto offset = static_cast<size_t>(lines[begin].data() - text.data());
    const auto last =
        static_cast<size_t>(lines[end - 1].data() - text.data()) + lines[end - 1].size();
    return text.substr(offset, last - offset);
  };
  std::vector<MergeHunk> hunks;
  size_t plain = 0;
  const auto add_plain = [&](size_t end) {
    if (plain < end) hunks.push_back({false, between(plain, end), {}, {}});
  };
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!IsMarker(lines[i], '<', marker_size)) continue;
    const std::optional<ConflictLines> conflict = FindConflict(lines, i, marker_size);
    if (!conflict) continue;
    add_plain(i);
    hunks.push_back({true, between(i + 1, conflict->base),
                     between(conflict->base + 1, conflict->middle),
                     between(conflict->middle + 1, conflict->end)});
    i = conflict->end;
    plain = i + 1;
  }
  add_plain(lines.size());
  return hunks;
}

bool HasMarkers(std::string_view text) {
  const std::vector<std::string_view> lines = base::SplitLines(text);
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    return IsMarker(line, '<', kMarkerSize) || IsMarker(line, '|', kMarkerSize) ||
           IsMarker(line, '>', kMarkerSize);
  });
}

std::optional<std::pair<std::string, std::string>> SidesOfConflicts(std::string_view text) {
  std::pair<std::string, std::string> sides;
  bool any = false;
  for (const MergeHunk& hunk : ParseConflicts(text)) {
    sides.first += hunk.ours;
    sides.second += hunk.is_conflict ? hunk.theirs : hunk.ours;
    any = any || hunk.is_conflict;
  }
  if (!any) return std::nullopt;
  return sides;
}

size_t LongestMarkerLikeRun(std::string_view text) {
  size_t longest = 0;
  for (const std::string_view line : base::SplitLines(text)) {
    for (const char c : {'<', '|', '=', '>'}) longest = std::max(longest, RunLength(line, c));
  }
  return longest;
}

}  // namespace plugingen::project
