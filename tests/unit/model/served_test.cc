#include "model/served.h"

#include <gtest/gtest.h>

namespace plugingen::model {
namespace {

Served Between(int min, int end) {
  spec::TensorFlowSection range;
  range.min = {2, min};
  range.end = {2, end};
  return Served(range);
}

TEST(ServedTest, IsTheRangeOfTheSpec) {
  EXPECT_EQ(Between(12, 22).newest().release(), "2.21");
  EXPECT_EQ(Between(12, 15).newest().release(), "2.14");
  EXPECT_EQ(Between(12, 15).Text(Between(12, 15).releases()), "2.12 to 2.14");
  EXPECT_EQ(Between(15, 16).Text(Between(15, 16).releases()), "2.15");
  EXPECT_EQ(Between(12, 22).Text(Between(12, 22).releases()), "2.12 to 2.21");
}

TEST(ServedTest, FindsAnOpAsTheNewestReleaseHasIt) {
  EXPECT_EQ(Between(12, 22).FindOp("TopKV2")->TypeAttrs().size(), 3u);
  EXPECT_EQ(Between(12, 13).FindOp("TopKV2")->TypeAttrs().size(), 1u);
  EXPECT_EQ(Between(12, 18).FindOp("CheckPinned"), nullptr);
}

TEST(ServedTest, KnowsWhereADefinitionDiffers) {
  const Served all = Between(12, 22);
  EXPECT_EQ(all.Text(all.Differing(*all.FindOp("TopKV2"))), "2.12");
  EXPECT_EQ(all.Differing(*all.FindOp("Relu")), 0u);
  EXPECT_EQ(all.Differing(*all.FindOp("MatMul")), 0u) << "an attr that is no type does not matter";
  const Served later = Between(13, 22);
  EXPECT_EQ(later.Differing(*later.FindOp("TopKV2")), 0u);
}

TEST(ServedTest, KnowsWhichReleasesAllowAType) {
  const Served all = Between(12, 22);
  EXPECT_EQ(all.Text(all.Allowing("UnsortedSegmentSum", "Tindices", "int16")), "2.13 to 2.21");
  EXPECT_EQ(all.Allowing("Relu", "T", "complex64"), 0u);
}

TEST(ServedTest, NarrowsTheRange) {
  const Served all = Between(12, 22);
  EXPECT_EQ(all.NarrowerRange(0b0000000011), "begin the range with \">=2.14\"");
  EXPECT_EQ(all.NarrowerRange(0b1000000000), "end the range with \"<2.21\"");
  EXPECT_EQ(all.NarrowerRange(0b1000000001),
            "begin the range with \">=2.13\" and end the range with \"<2.21\"");
  EXPECT_EQ(all.NarrowerRange(0b0000010000), "") << "a hole";
  EXPECT_EQ(all.NarrowerRange(0b1111111111), "");
}

}  // namespace
}  // namespace plugingen::model
