#include "catalog/lines.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

namespace plugingen::catalog {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(LinesTest, TakesLines) {
  std::string_view text = "one\n\nthree";
  EXPECT_EQ(TakeLine(text), "one");
  EXPECT_EQ(TakeLine(text), "");
  EXPECT_EQ(TakeLine(text), "three");
  EXPECT_TRUE(text.empty());
  EXPECT_EQ(TakeLine(text), "");
}

TEST(LinesTest, TakesPartsWithoutBlanks) {
  std::string_view text = "  a = b = c ";
  EXPECT_EQ(TakePart(text, '='), "a");
  EXPECT_EQ(text, "b = c");
  EXPECT_EQ(TakePart(text, ';'), "b = c");
  EXPECT_TRUE(text.empty());
}

TEST(LinesTest, SplitsAndDropsWhatIsEmpty) {
  EXPECT_THAT(SplitParts("a, b,,c ,", ','), ElementsAre("a", "b", "c"));
  EXPECT_THAT(SplitParts("  ", ','), IsEmpty());
  EXPECT_THAT(SplitParts("", ','), IsEmpty());
}

TEST(LinesTest, TakesFactsPastComments) {
  std::string_view text = "# why\n\n  \nfact one\n#\nfact two";
  EXPECT_EQ(TakeFact(text), "fact one");
  EXPECT_EQ(TakeFact(text), "fact two");
  EXPECT_EQ(TakeFact(text), "");
}

TEST(LinesTest, StripsOuterBlanks) {
  EXPECT_EQ(Stripped("  a b "), "a b");
  EXPECT_EQ(Stripped("   "), "");
}

}  // namespace
}  // namespace plugingen::catalog
