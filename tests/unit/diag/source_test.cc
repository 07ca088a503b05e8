#include "diag/source.h"

#include <gtest/gtest.h>

#include <string>

namespace plugingen::diag {
namespace {

void ExpectPosition(const SourceFile& source, size_t offset, size_t line, size_t column) {
  const Position position = source.PositionOf(offset);
  EXPECT_EQ(position.line, line) << "offset " << offset;
  EXPECT_EQ(position.column, column) << "offset " << offset;
}

TEST(SourceFileTest, CountsFromOne) {
  const SourceFile source("a", "ab\ncd\n");
  EXPECT_EQ(source.line_count(), 3u);
  ExpectPosition(source, 0, 1, 1);
  ExpectPosition(source, 2, 1, 3);
  ExpectPosition(source, 3, 2, 1);
  ExpectPosition(source, 6, 3, 1);
  ExpectPosition(source, 1000, 3, 1);
  EXPECT_EQ(source.Line(2), "cd");
  EXPECT_EQ(source.Line(3), "");
}

TEST(SourceFileTest, CountsCharactersNotBytes) {
  const SourceFile source("a", "\xC3\xA4\xE6\x97\xA5x");
  ExpectPosition(source, 2, 1, 2);
  ExpectPosition(source, 5, 1, 3);
}

TEST(SourceFileTest, LeavesOutByteOrderMarkAndCarriageReturns) {
  const SourceFile source("a",
                          "\xEF\xBB\xBF"
                          "ab\r\ncd");
  EXPECT_EQ(source.Line(1), "ab");
  EXPECT_EQ(source.Line(2), "cd");
  ExpectPosition(source, 0, 1, 1);
  ExpectPosition(source, 3, 1, 1);
  ExpectPosition(source, 7, 2, 1);
}

TEST(SourceFileTest, IsEmptyWithoutText) {
  const SourceFile source("a", "");
  EXPECT_EQ(source.line_count(), 1u);
  ExpectPosition(source, 0, 1, 1);
  EXPECT_EQ(source.Line(1), "");
}

TEST(SourceFileTest, FindsColumnsOfEnormousLines) {
  std::string text = "x\n";
  for (int i = 0; i < 50000; ++i) text += "\xC3\xA4";
  const SourceFile source("a", text);
  ExpectPosition(source, 2 + 2 * 12345, 2, 12346);
  ExpectPosition(source, text.size(), 2, 50001);
}

}  // namespace
}  // namespace plugingen::diag
