#include "base/wrap.h"

#include <gtest/gtest.h>

#include <string>

namespace plugingen::base {
namespace {

const std::string kLong(70, 'x');

TEST(WrapTest, CountsWhatATerminalShows) {
  EXPECT_EQ(ColumnsOf("abc"), 3u);
  EXPECT_EQ(ColumnsOf("\xC3\xA4\xE6\x97\xA5"), 3u);
  EXPECT_EQ(ColumnsOf("\xFF"), 1u);
  EXPECT_EQ(Padded("\xC3\xA4", 3), "\xC3\xA4  ");
  EXPECT_EQ(Padded("abcd", 3), "abcd");
}

TEST(WrapTest, BreaksAtBlanks) {
  EXPECT_EQ(Wrapped("", 2, ""), "\n");
  EXPECT_EQ(Wrapped("name  ", 6, "one two"), "name  one two\n");
  EXPECT_EQ(Wrapped("", 4, kLong + " one two three"), kLong + " one two\n    three\n");
  EXPECT_EQ(Wrapped("", 0, "a  b"), "a  b\n");
}

TEST(WrapTest, LeavesNoBlanksAtTheEndOfALine) {
  EXPECT_EQ(Wrapped(kLong + "            ", 2, "word"), kLong + "\n  word\n");
}

TEST(WrapTest, KeepsLongWordsWhole) {
  const std::string word(100, 'y');
  EXPECT_EQ(Wrapped("", 2, "abc " + word + " b"), "abc\n  " + word + "\n  b\n");
  EXPECT_EQ(Wrapped("  ", 2, word), "  " + word + "\n");
}

TEST(WrapTest, WrapsEachLineOfAText) {
  EXPECT_EQ(WrappedLines("one\n  " + kLong + " two three four\n\n  end\n", 4),
            "one\n  " + kLong + " two\n      three four\n\n  end\n");
}

TEST(WrapTest, BreaksParagraphsAnewAndLeavesExamples) {
  EXPECT_EQ(
      Reflowed("one\ntwo\n\n    an  example\n    of two lines\nthree\n" + kLong + " four five\n"),
      "one two\n\n    an  example\n    of two lines\nthree " + kLong + "\nfour five\n");
  EXPECT_EQ(Reflowed("one\n"), "one\n");
}

}  // namespace
}  // namespace plugingen::base
