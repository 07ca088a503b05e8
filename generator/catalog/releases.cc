#include "catalog/releases.h"

#include <algorithm>
#include <stdexcept>

#include "catalog/lines.h"

namespace plugingen::catalog {
namespace {

size_t IndexOf(std::string_view release, const std::vector<std::string_view>& known) {
  const auto found = std::find(known.begin(), known.end(), release);
  if (found == known.end())
    throw std::logic_error("catalogue: bad release " + std::string(release));
  return static_cast<size_t>(found - known.begin());
}

}  // namespace

ReleaseSet ReleasesBetween(size_t first, size_t last) {
  ReleaseSet set = 0;
  for (size_t i = first; i <= last; ++i) set |= ReleaseSet{1} << i;
  return set;
}

ReleaseSet ReadReleases(std::string_view text, const std::vector<std::string_view>& known) {
  ReleaseSet set = 0;
  for (const std::string_view part : SplitParts(text, ',')) {
    const size_t dash = part.find('-');
    const std::string_view from = part.substr(0, dash);
    const size_t first = from.empty() ? 0 : IndexOf(from, known);
    if (dash == std::string_view::npos) {
      set |= ReleasesBetween(first, first);
    } else {
      const std::string_view to = part.substr(dash + 1);
      set |= ReleasesBetween(first, to.empty() ? known.size() - 1 : IndexOf(to, known));
    }
  }
  return set;
}

bool IsOlder(std::string_view release, std::string_view other) {
  // Numbers have no leading zeros, so the shorter text is the smaller number.
  return release.size() != other.size() ? release.size() < other.size() : release < other;
}

std::string ReleasesText(ReleaseSet set, const std::vector<std::string_view>& known) {
  std::vector<std::string> runs;
  for (size_t i = 0; i < known.size(); ++i) {
    if (!Holds(set, i)) continue;
    size_t last = i;
    while (last + 1 < known.size() && Holds(set, last + 1)) ++last;
    runs.emplace_back(known[i]);
    if (last > i) runs.back() += (last == i + 1 ? " and " : " to ") + std::string(known[last]);
    i = last;
  }
  std::string text;
  for (size_t i = 0; i < runs.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == runs.size() ? " and " : ", ") + runs[i];
  }
  return text;
}

std::string SinceUntil(ReleaseSet set, const std::vector<std::string_view>& known) {
  if (known.empty() || set == ReleasesBetween(0, known.size() - 1)) return {};
  size_t first = 0;
  while (first < known.size() && !Holds(set, first)) ++first;
  size_t last = first;
  while (last + 1 < known.size() && Holds(set, last + 1)) ++last;
  if (first < known.size() && set == ReleasesBetween(first, last)) {
    if (last + 1 == known.size()) return "since " + std::string(known[first]);
    if (first == 0) return "until " + std::string(known[last]);
  }
  // A last run that reaches the end goes on with the releases to come.
  size_t end = known.size();
  while (end > 0 && Holds(set, end - 1)) --end;
  const ReleaseSet rest = end == 0 ? set : set & ReleasesBetween(0, end - 1);
  if (rest == 0 || end == known.size()) return "only in " + ReleasesText(set, known);
  return "only in " + ReleasesText(rest, known) + " and since " + std::string(known[end]);
}

}  // namespace plugingen::catalog
