#include "project/line_diff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace plugingen::project {
namespace {

TEST(LineDiffTest, KeepsThreeLinesOfContextAndJoinsNearHunks) {
  std::string old_text;
  std::string new_text;
  for (int i = 1; i <= 30; ++i) {
    const std::string line = std::to_string(i) + "\n";
    old_text += line;
    if (i != 5) new_text += line;
    if (i == 11) new_text += "x\n";
    if (i == 25) new_text += "y\n";
  }
  EXPECT_EQ(UnifiedDiff("a", old_text, "b", new_text),
            "--- a\n+++ b\n"
            "@@ -2,13 +2,13 @@\n 2\n 3\n 4\n-5\n 6\n 7\n 8\n 9\n 10\n 11\n+x\n 12\n 13\n 14\n"
            "@@ -23,6 +23,7 @@\n 23\n 24\n 25\n+y\n 26\n 27\n 28\n");
}

TEST(LineDiffTest, NamesAMissingLineBreak) {
  EXPECT_EQ(UnifiedDiff("a", "x\ny", "b", "x\ny\n"),
            "--- a\n+++ b\n@@ -1,2 +1,2 @@\n x\n-y\n\\ No newline at end of file\n+y\n");
  EXPECT_EQ(UnifiedDiff("a", "same", "b", "same"), "");
}

// Applies a diff made of hunks; a reader that knows nothing of how they were found.
std::string Patched(const std::string& old_text, const std::string& diff) {
  std::vector<std::string> old_lines;
  for (size_t at = 0; at < old_text.size();) {
    const size_t end = std::min(old_text.find('\n', at), old_text.size() - 1) + 1;
    old_lines.push_back(old_text.substr(at, end - at));
    at = end;
  }
  std::string out;
  size_t line = 0;
  for (size_t at = 0; at < diff.size();) {
    const size_t end = diff.find('\n', at) + 1;
    const std::string text = diff.substr(at, end - at);
    at = end;
    if (text.starts_with("---") || text.starts_with("+++")) continue;
    if (text.starts_with("@@")) {
      size_t first = std::stoul(text.substr(4));
      if (text.substr(4, text.find(' ', 4) - 4).ends_with(",0")) ++first;
      while (line + 1 < first) out += old_lines[line++];
      continue;
    }
    if (text[0] == '+') {
      out += text.substr(1);
    } else {
      EXPECT_EQ(text.substr(1), old_lines.at(line));
      if (text[0] == ' ') out += old_lines[line];
      ++line;
    }
  }
  while (line < old_lines.size()) out += old_lines[line++];
  return out;
}

TEST(LineDiffTest, PatchesEveryTextIntoEveryOther) {
  unsigned state = 1;
  const auto random = [&state](unsigned limit) {
    state = state * 1664525u + 1013904223u;
    return (state >> 16) % limit;
  };
  for (int round = 0; round < 500; ++round) {
    std::string old_text;
    std::string new_text;
    const unsigned letters = 1 + random(6);
    for (unsigned n = random(40); n > 0; --n)
      old_text += std::string(1, char('a' + random(letters))) + "\n";
    for (unsigned n = random(40); n > 0; --n)
      new_text += std::string(1, char('a' + random(letters))) + "\n";
    ASSERT_EQ(Patched(old_text, UnifiedDiff("a", old_text, "b", new_text)), new_text)
        << old_text << "->\n"
        << new_text;
  }
}

TEST(LineDiffTest, StaysQuickForTextsWithNothingInCommon) {
  std::string old_text;
  std::string new_text;
  for (int i = 0; i < 5000; ++i) {
    old_text += "old " + std::to_string(i) + "\n";
    new_text += "new " + std::to_string(i) + "\n";
  }
  EXPECT_EQ(Patched(old_text, UnifiedDiff("a", old_text, "b", new_text)), new_text);
}

}  // namespace
}  // namespace plugingen::project
