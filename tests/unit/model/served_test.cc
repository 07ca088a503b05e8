#include "model/served.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "catalog/history.h"

namespace plugingen::model {
namespace {

Served Between(int min, int end) {
  spec::TensorFlowSection range;
  range.min = {2, min};
  range.end = {2, end};
  return Served(range);
}

// What a release has is told for all that are known, served or not.
std::string NewestKnown() { return std::string(catalog::History::BuiltIn().releases().back()); }

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
  EXPECT_EQ(all.Text(all.Differing(*all.FindOp("CustomAggregator"))), "2.12 to 2.16");
  EXPECT_EQ(all.Differing(*all.FindOp("Relu")), 0u);
  EXPECT_EQ(all.Differing(*all.FindOp("TopKV2")), 0u) << "attrs are a matter of LackingAttr";
  const Served later = Between(17, 22);
  EXPECT_EQ(later.Differing(*later.FindOp("CustomAggregator")), 0u);
}

TEST(ServedTest, KnowsWhichReleasesAllowAType) {
  const Served all = Between(12, 22);
  EXPECT_EQ(all.Text(all.Allowing("UnsortedSegmentSum", "Tindices", "int16")),
            "2.13 to " + NewestKnown());
  EXPECT_EQ(all.Allowing("Relu", "T", "complex64"), 0u);
}

TEST(ServedTest, KnowsWhatAnOpDidBeforeItHadAnAttr) {
  const Served all = Between(12, 22);
  const catalog::Op& top_k = *all.FindOp("TopKV2");
  EXPECT_EQ(all.Text(all.LackingAttr(top_k, "Tk")), "2.12");
  EXPECT_EQ(all.LackingAttr(top_k, "T"), 0u);
  EXPECT_EQ(Between(13, 22).LackingAttr(top_k, "Tk"), 0u);
  EXPECT_EQ(all.Text(all.Allowing("TopKV2", "Tk", "int32")), "2.12 to " + NewestKnown());
  EXPECT_EQ(all.Text(all.Allowing("TopKV2", "Tk", "int64")), "2.13 to " + NewestKnown());
}

TEST(ServedTest, TypeAttrsThatCameLaterSayWhatTheOpDidBefore) {
  // What registrations rely on; a release that breaks it needs another way.
  const Served all = Between(12, 22);
  for (const std::string_view name : all.newest().names()) {
    const catalog::Op& op = *all.newest().Find(name);
    for (const catalog::Attr* attr : op.TypeAttrs()) {
      for (size_t i = 0; i < all.history().releases().size(); ++i) {
        if (!catalog::Holds(all.LackingAttr(op, attr->name), i)) continue;
        const catalog::Op& before = *all.history().At(i).Find(name);
        EXPECT_NE(attr->DefaultType(), "") << name << " " << attr->name;
        for (size_t arg = 0; arg < std::min(before.inputs.size(), op.inputs.size()); ++arg) {
          if (op.inputs[arg].type != attr->name) continue;
          EXPECT_EQ(before.inputs[arg].type, attr->DefaultType()) << name << " " << attr->name;
        }
      }
    }
  }
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
