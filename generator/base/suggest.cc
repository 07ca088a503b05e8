#include "base/suggest.h"

#include <algorithm>

#include "base/text.h"

namespace plugingen::base {
namespace {

// No name is so long, and the comparison takes quadratic time.
constexpr size_t kLongestWord = 128;

constexpr std::string_view kDidYouMean = "did you mean ";

// One wrong character in three is a typo; more is another word.
size_t Tolerance(std::string_view word) { return word.size() < 3 ? 1 : (word.size() + 1) / 3; }

}  // namespace

size_t EditDistance(std::string_view a, std::string_view b, size_t limit) {
  const size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > limit) return limit + 1;
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  std::vector<size_t> next(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    size_t best = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t substitute = row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      next[j] = std::min({substitute, row[j] + 1, next[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) next[j] = std::min(next[j], before[j - 2] + 1);
      best = std::min(best, next[j]);
    }
    if (best > limit) return limit + 1;
    std::swap(before, row);
    std::swap(row, next);
  }
  return std::min(row[b.size()], limit + 1);
}

std::string_view NearestName(std::string_view word,
                             const std::vector<std::string_view>& candidates) {
  if (word.empty() || word.size() > kLongestWord) return {};
  const std::string lower = ToLower(word);
  std::string_view nearest;
  size_t limit = Tolerance(word);
  for (const std::string_view candidate : candidates) {
    const size_t distance = EditDistance(lower, ToLower(candidate), limit);
    if (distance > limit) continue;
    // If there are several candidates, one without a common letter is not similar, however short it
    // is.
    if (candidates.size() > 1 && distance >= std::max(word.size(), candidate.size())) continue;
    nearest = candidate;
    if (distance == 0) break;
    limit = distance - 1;
  }
  // An abbreviation has few of the letters, but is a prefix.
  for (size_t i = 0; nearest.empty() && lower.size() >= 3 && i < candidates.size(); ++i) {
    if (ToLower(candidates[i]).starts_with(lower)) nearest = candidates[i];
  }
  return nearest;
}

std::string DidYouMean(std::string_view nearest) {
  return nearest.empty() ? "" : std::string(kDidYouMean) + Quoted(nearest) + "?";
}

std::string MeantWord(std::string_view help) {
  if (!help.starts_with(kDidYouMean) || !help.ends_with("'?")) return "";
  const std::string_view word =
      help.substr(kDidYouMean.size() + 1, help.size() - kDidYouMean.size() - 3);
  const bool is_cut = word.ends_with("...") || word.find_first_of("\\'\"") != word.npos;
  return is_cut ? "" : std::string(word);
}

}  // namespace plugingen::base
