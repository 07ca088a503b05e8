#include "spec/edit_range.h"

#include <gtest/gtest.h>

namespace plugingen::spec {
namespace {

std::string Edited(const std::string& text) {
  return WithReleaseRange(diag::SourceFile("a.yaml", text), ">=2.15, <2.23").value_or("nothing");
}

TEST(EditRangeTest, ReplacesTheScalarAndNothingElse) {
  EXPECT_EQ(Edited("# a\nplugingen: 1\ntensorflow:   \">=2.12\"  # why\nx: \"tensorflow\"\n"),
            "# a\nplugingen: 1\ntensorflow:   \">=2.15, <2.23\"  # why\nx: \"tensorflow\"\n");
  EXPECT_EQ(Edited("plugingen: 1\r\ntensorflow: '>=2.12'\r\n"),
            "plugingen: 1\r\ntensorflow: '>=2.15, <2.23'\r\n");
  EXPECT_EQ(Edited("tensorflow: ==2.15\nplugingen: 1\n"),
            "tensorflow: \">=2.15, <2.23\"\nplugingen: 1\n");
  EXPECT_EQ(Edited("plugingen: 1\nx: {tensorflow: 1}\ntensorflow:\nd: 1\n"),
            "plugingen: 1\nx: {tensorflow: 1}\ntensorflow: \">=2.15, <2.23\"\nd: 1\n");
  EXPECT_EQ(Edited("{plugingen: 1, tensorflow: '>=2.12', größe: 1}"),
            "{plugingen: 1, tensorflow: '>=2.15, <2.23', größe: 1}");
}

TEST(EditRangeTest, AddsTheKeyWhereThereIsNone) {
  EXPECT_EQ(Edited("# a\nplugingen: 1  # format\nplugin: {}\n"),
            "# a\nplugingen: 1  # format\ntensorflow: \">=2.15, <2.23\"\nplugin: {}\n");
  EXPECT_EQ(Edited("plugingen: 1\r\nplugin: {}\r\n"),
            "plugingen: 1\r\ntensorflow: \">=2.15, <2.23\"\r\nplugin: {}\r\n");
  EXPECT_EQ(Edited("plugingen: 1"), "plugingen: 1\ntensorflow: \">=2.15, <2.23\"");
  EXPECT_EQ(Edited("{plugingen: 1, plugin: {}}"),
            "{plugingen: 1, tensorflow: \">=2.15, <2.23\", plugin: {}}");
}

TEST(EditRangeTest, AnAliasIsReplacedAndItsAnchorIsNot) {
  EXPECT_EQ(Edited("plugingen: 1\nvendor: &r '>=2.12'\ntensorflow: *r\n"),
            "plugingen: 1\nvendor: &r '>=2.12'\ntensorflow: \">=2.15, <2.23\"\n");
  EXPECT_EQ(Edited("plugingen: 1\ntensorflow: &r '>=2.12'\n"),
            "plugingen: 1\ntensorflow: &r '>=2.15, <2.23'\n");
}

TEST(EditRangeTest, TheKeyStandsInTheColumnOfTheOthers) {
  EXPECT_EQ(Edited("  plugingen: 1\n  plugin: {}\n"),
            "  plugingen: 1\n  tensorflow: \">=2.15, <2.23\"\n  plugin: {}\n");
  EXPECT_EQ(Edited("\xEF\xBB\xBFplugingen: 1\nplugin: {}\n"),
            "\xEF\xBB\xBFplugingen: 1\ntensorflow: \">=2.15, <2.23\"\nplugin: {}\n");
}

TEST(EditRangeTest, LeavesOtherTextsAlone) {
  for (const char* text : {"", "[1]", "a: 1\n", "plugingen: [", "x",
                           // The vendor would change, too.
                           "plugingen: 1\ntensorflow: &r '>=2.12'\nvendor: *r\n"}) {
    EXPECT_EQ(Edited(text), "nothing") << text;
  }
}

}  // namespace
}  // namespace plugingen::spec
