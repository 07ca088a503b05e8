#include "spec/release_range.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include "catalog/c_api.h"
#include "catalog/history.h"

namespace plugingen::spec {
namespace {

// TensorFlow 2.96 is the newest, and a nightly of 2.97 is known.
class ReleaseRangeTest : public testing::Test {
 protected:
  ~ReleaseRangeTest() override { UseKnownReleases(real_); }

 private:
  KnownReleases real_ = UseKnownReleases({{2, 97}, {2, 98}});
};

void ExpectRange(const char* text, Release min, Release end) {
  const RangeResult range = ParseReleaseRange(text);
  EXPECT_EQ(range.code, "") << text << ": " << range.message;
  EXPECT_EQ(ReleaseText(range.min), ReleaseText(min)) << text;
  EXPECT_EQ(ReleaseText(range.end), ReleaseText(end)) << text;
}

TEST_F(ReleaseRangeTest, ReadsComparisons) {
  ExpectRange(">=2.12, <2.20", {2, 12}, {2, 20});
  ExpectRange(">=2.12,<2.97", {2, 12}, {2, 97});
  ExpectRange("<2.20, >=2.15", {2, 15}, {2, 20});
  ExpectRange(">2.14, <=2.16", {2, 15}, {2, 17});
  ExpectRange("==2.15", {2, 15}, {2, 16});
  ExpectRange(">=2.15", {2, 15}, {2, 97});
  ExpectRange(" >= 2.15 , >= 2.13, < 2.19, < 2.21 ", {2, 15}, {2, 19});
}

TEST_F(ReleaseRangeTest, ComparesReleasesAsNumbers) {
  // 2.9 is older than 2.12, whatever a comparison of texts or fractions says.
  EXPECT_EQ(ParseReleaseRange(">=2.9").code, "E0214");
  EXPECT_EQ(ParseReleaseRange(">=2.9, <2.15").code, "E0214");
}

TEST_F(ReleaseRangeTest, CutsWhatIsNotKnownYet) {
  const RangeResult range = ParseReleaseRange(">=2.15, <3");
  EXPECT_EQ(range.code, "W0202");
  EXPECT_EQ(ReleaseText(range.min), "2.15");
  EXPECT_EQ(ReleaseText(range.end), "2.97");
  EXPECT_EQ(ParseReleaseRange(">=2.15, <2.99").code, "W0202");
}

TEST_F(ReleaseRangeTest, ReachesTheNightlyIfAskedTo) {
  for (const char* text : {">=2.12, <2.98", ">=2.12, <=2.97", ">=2.97", "==2.97"}) {
    const RangeResult range = ParseReleaseRange(text);
    EXPECT_EQ(range.code, "W0203") << text;
    EXPECT_THAT(range.message, testing::HasSubstr("2.97 is not released")) << text;
    EXPECT_EQ(ReleaseText(range.end), "2.98") << text;
  }
  EXPECT_EQ(ParseReleaseRange(">=2.98").code, "E0214");
}

TEST_F(ReleaseRangeTest, WithoutANightlyNothingIsKnownOfTheNextRelease) {
  UseKnownReleases({{2, 97}, {2, 97}});
  EXPECT_EQ(ParseReleaseRange(">=2.15, <2.98").code, "W0202");
  EXPECT_EQ(ParseReleaseRange("==2.97").code, "E0214");
}

// What is known here of releases is what the catalogues hold.
TEST_F(ReleaseRangeTest, KnowsTheReleasesOfTheCatalogues) {
  const std::vector<std::string_view>& released = catalog::History::BuiltIn().releases();
  const catalog::CApi& api = catalog::CApi::BuiltIn();
  EXPECT_EQ(ReleaseText(kOldestRelease), released.front());
  EXPECT_EQ(ReleaseText(NewestBefore(kNextRelease)), released.back());
  EXPECT_EQ(ReleaseText(NewestBefore(kUnknownRelease)), api.releases().back());
  if (!api.nightly().empty()) {
    EXPECT_EQ(ReleaseText(kNextRelease), api.nightly());
  }
}

TEST_F(ReleaseRangeTest, RefusesTheRest) {
  for (const char* text : {"",
                           ",",
                           ">=2.12,",
                           "2.12",
                           "2",
                           "latest",
                           "2.12 to 2.19",
                           ">=2.12.1",
                           "~=2.15",
                           "!=2.15",
                           ">=",
                           ">= ",
                           "=>2.15",
                           ">=2",
                           ">=2.x",
                           ">=2.015",
                           "<2.20",
                           "<=2.10",
                           ">=2.15, <2.15",
                           ">=2.98",
                           "==3",
                           ">=2.-15",
                           ">=99999999999.1",
                           ">=2.15 <2.20"}) {
    const RangeResult range = ParseReleaseRange(text);
    EXPECT_TRUE(range.code.starts_with('E')) << text;
    EXPECT_FALSE(range.message.empty()) << text;
    EXPECT_LT(range.min, range.end) << text;
  }
}

}  // namespace
}  // namespace plugingen::spec
