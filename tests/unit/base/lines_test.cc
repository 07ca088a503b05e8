#include "base/lines.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

namespace plugingen::base {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(LinesTest, KeepTheirLineBreaks) {
  EXPECT_THAT(SplitLines(""), IsEmpty());
  EXPECT_THAT(SplitLines("a"), ElementsAre("a"));
  EXPECT_THAT(SplitLines("a\n\nb\r\nc"), ElementsAre("a\n", "\n", "b\r\n", "c"));
  EXPECT_THAT(SplitLines("\n"), ElementsAre("\n"));
}

TEST(LinesTest, HowTheyEnd) {
  EXPECT_EQ(LineEndsOf(""), LineEnds::kUnix);
  EXPECT_EQ(LineEndsOf("a\rb\n"), LineEnds::kUnix);
  EXPECT_EQ(LineEndsOf("a\r\nb\r\n"), LineEnds::kDos);
  EXPECT_EQ(LineEndsOf("a\r\nb\n"), LineEnds::kMixed);
  EXPECT_EQ(LineEndsOf("\n\r\n"), LineEnds::kMixed);
}

TEST(LinesTest, CarriageReturns) {
  EXPECT_EQ(WithoutCarriageReturns("a\r\nb\r\rc\r"), "a\nb\r\rc\r");
  EXPECT_EQ(WithCarriageReturns("a\n\nb"), "a\r\n\r\nb");
}

}  // namespace
}  // namespace plugingen::base
