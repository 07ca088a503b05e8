#include "catalog/releases.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string_view>
#include <vector>

namespace plugingen::catalog {
namespace {

const std::vector<std::string_view> kKnown = {"2.8", "2.9", "2.10", "2.11", "2.12"};

TEST(ReleasesTest, ReadsRanges) {
  EXPECT_EQ(ReadReleases("2.10-", kKnown), 0b11100u);
  EXPECT_EQ(ReadReleases("-2.9", kKnown), 0b00011u);
  EXPECT_EQ(ReadReleases("2.9-2.11", kKnown), 0b01110u);
  EXPECT_EQ(ReadReleases("2.9", kKnown), 0b00010u);
  EXPECT_EQ(ReadReleases("-2.8,2.10,2.12-", kKnown), 0b10101u);
}

TEST(ReleasesTest, RefusesReleasesThatAreNotKnown) {
  for (const char* text : {"2.7-", "-2.13", "2", "2.9.1", "x"}) {
    EXPECT_THROW(ReadReleases(text, kKnown), std::logic_error) << text;
  }
}

TEST(ReleasesTest, OlderIsByNumber) {
  EXPECT_TRUE(IsOlder("2.9", "2.10"));
  EXPECT_TRUE(IsOlder("2.12", "2.21"));
  EXPECT_FALSE(IsOlder("2.21", "2.21"));
  EXPECT_FALSE(IsOlder("2.10", "2.9"));
}

TEST(ReleasesTest, TellsWhichReleases) {
  EXPECT_EQ(ReleasesText(0b11100, kKnown), "2.10 to 2.12");
  EXPECT_EQ(ReleasesText(0b00011, kKnown), "2.8 and 2.9");
  EXPECT_EQ(ReleasesText(0b10101, kKnown), "2.8, 2.10 and 2.12");
  EXPECT_EQ(ReleasesText(0b11101, kKnown), "2.8 and 2.10 to 2.12");
  EXPECT_EQ(ReleasesText(0, kKnown), "");
}

TEST(ReleasesTest, TellsSinceAndUntilWhen) {
  EXPECT_EQ(SinceUntil(0b11111, kKnown), "");
  EXPECT_EQ(SinceUntil(0b11100, kKnown), "since 2.10");
  EXPECT_EQ(SinceUntil(0b00011, kKnown), "until 2.9");
  EXPECT_EQ(SinceUntil(0b00110, kKnown), "only in 2.9 and 2.10");
  EXPECT_EQ(SinceUntil(0b10001, kKnown), "only in 2.8 and since 2.12");
  EXPECT_EQ(SinceUntil(0b11011, kKnown), "only in 2.8 and 2.9 and since 2.11");
  EXPECT_EQ(SinceUntil(0b00101, kKnown), "only in 2.8 and 2.10");
}

}  // namespace
}  // namespace plugingen::catalog
