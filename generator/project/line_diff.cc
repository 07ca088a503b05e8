#include "project/line_diff.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace plugingen::project {
namespace {

using Lines = std::vector<std::string_view>;

constexpr size_t kContext = 3;
// Texts that differ in more lines than this are shown as one replacement: nobody reads a finer
// answer, and time and memory grow with the square.
constexpr std::ptrdiff_t kMostEdits = 2000;

// One line of the result: '-' only old, '+' only new, ' ' both.
struct Edit {
  char kind;
  std::string_view line;
};

// With their line breaks, so that a missing one at the end is a difference.
Lines SplitLines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// Myers' O(ND) difference algorithm; all frontiers are kept, to walk back along the shortest way.
std::vector<Edit> ShortestEdits(const Lines& a, const Lines& b) {
  const auto n = static_cast<std::ptrdiff_t>(a.size());
  const auto m = static_cast<std::ptrdiff_t>(b.size());
  const std::ptrdiff_t most = std::min(n + m, kMostEdits);
  // frontiers[d][k + d]: the furthest x on diagonal k (= x - y) that d edits reach.
  std::vector<std::vector<std::ptrdiff_t>> frontiers;
  bool found = false;
  for (std::ptrdiff_t d = 0; d <= most && !found; ++d) {
    std::vector<std::ptrdiff_t> frontier(static_cast<size_t>(2 * d + 1), 0);
    for (std::ptrdiff_t k = -d; k <= d && !found; k += 2) {
      std::ptrdiff_t x = 0;
      if (d > 0) {
        const auto before = [&](std::ptrdiff_t diagonal) {
          return frontiers.back()[static_cast<size_t>(diagonal + d - 1)];
        };
        const bool down = k == -d || (k != d && before(k - 1) < before(k + 1));
        x = down ? before(k + 1) : before(k - 1) + 1;
      }
      std::ptrdiff_t y = x - k;
      while (x < n && y < m && a[static_cast<size_t>(x)] == b[static_cast<size_t>(y)]) ++x, ++y;
      frontier[static_cast<size_t>(k + d)] = x;
      found = x >= n && y >= m;
    }
    frontiers.push_back(std::move(frontier));
  }

  std::vector<Edit> edits;
  if (!found) {
    for (const std::string_view line : a) edits.push_back({'-', line});
    for (const std::string_view line : b) edits.push_back({'+', line});
    return edits;
  }
  std::ptrdiff_t x = n;
  std::ptrdiff_t y = m;
  for (auto d = static_cast<std::ptrdiff_t>(frontiers.size()) - 1; d >= 0; --d) {
    std::ptrdiff_t from_x = 0;
    std::ptrdiff_t from_y = 0;
    bool down = false;
    if (d > 0) {
      const auto before = [&](std::ptrdiff_t diagonal) {
        return frontiers[static_cast<size_t>(d - 1)][static_cast<size_t>(diagonal + d - 1)];
      };
      const std::ptrdiff_t k = x - y;
      down = k == -d || (k != d && before(k - 1) < before(k + 1));
      from_x = down ? before(k + 1) : before(k - 1);
      from_y = from_x - (down ? k + 1 : k - 1);
    }
    const std::ptrdiff_t least_x = d == 0 ? 0 : from_x + (down ? 0 : 1);
    while (x > least_x) edits.push_back({' ', a[static_cast<size_t>(--x)]}), --y;
    if (d == 0) break;
    if (down) {
      edits.push_back({'+', b[static_cast<size_t>(from_y)]});
    } else {
      edits.push_back({'-', a[static_cast<size_t>(from_x)]});
    }
    x = from_x;
    y = from_y;
  }
  std::reverse(edits.begin(), edits.end());
  return edits;
}

// Equal lines at both ends are taken off first: most edits touch a few lines of a file.
std::vector<Edit> Edits(Lines a, Lines b) {
  size_t head = 0;
  while (head < std::min(a.size(), b.size()) && a[head] == b[head]) ++head;
  size_t tail = 0;
  while (tail < std::min(a.size(), b.size()) - head &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
    ++tail;
  }
  const auto middle = [head, tail](const Lines& lines) {
    return Lines(lines.begin() + static_cast<std::ptrdiff_t>(head),
                 lines.end() - static_cast<std::ptrdiff_t>(tail));
  };
  std::vector<Edit> edits;
  for (size_t i = 0; i < head; ++i) edits.push_back({' ', a[i]});
  for (const Edit& edit : ShortestEdits(middle(a), middle(b))) edits.push_back(edit);
  for (size_t i = a.size() - tail; i < a.size(); ++i) edits.push_back({' ', a[i]});
  return edits;
}

std::string Range(size_t before, size_t count) {
  // An empty range is named by the line before it, another by its first line.
  std::string text = std::to_string(count == 0 ? before : before + 1);
  if (count != 1) text += "," + std::to_string(count);
  return text;
}

}  // namespace

std::string UnifiedDiff(std::string_view old_name, std::string_view old_text,
                        std::string_view new_name, std::string_view new_text) {
  if (old_text == new_text) return "";
  const std::vector<Edit> edits = Edits(SplitLines(old_text), SplitLines(new_text));
  std::string out = "--- " + std::string(old_name) + "\n+++ " + std::string(new_name) + "\n";
  size_t old_line = 0;
  size_t new_line = 0;
  for (size_t i = 0; i < edits.size();) {
    if (edits[i].kind == ' ') {
      ++i, ++old_line, ++new_line;
      continue;
    }
    const size_t context = std::min({kContext, i, old_line, new_line});
    const size_t begin = i - context;
    // The hunk goes on while changes are near enough for their contexts to touch.
    size_t end = i;
    for (size_t at = i; at < edits.size() && at <= end + 2 * kContext + 1; ++at) {
      if (edits[at].kind != ' ') end = at;
    }
    end = std::min(end + 1 + kContext, edits.size());
    std::string lines;
    size_t old_count = 0;
    size_t new_count = 0;
    for (size_t at = begin; at < end; ++at) {
      old_count += edits[at].kind != '+';
      new_count += edits[at].kind != '-';
      lines += edits[at].kind;
      lines += edits[at].line;
      if (!edits[at].line.ends_with('\n')) lines += "\n\\ No newline at end of file\n";
    }
    out += "@@ -" + Range(old_line - context, old_count) + " +" +
           Range(new_line - context, new_count) + " @@\n" + lines;
    old_line += old_count - context;
    new_line += new_count - context;
    i = end;
  }
  return out;
}

}  // namespace plugingen::project
