#include "catalog/flaws.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <string>

#include "catalog/c_api.h"
#include "catalog/history.h"
#include "catalog/source.h"

namespace plugingen::catalog {
namespace {

using testing::HasSubstr;

constexpr char kOps[] =
    "# A comment.\n\ntensorflow 2.9 2.10\nop Abs\nin x: T\n2.10- out y: T\nattr T: type\n"
    "op Add 2.10-\nflags stateful\nkernel CPU T=float\n";
constexpr char kCApi[] =
    "tensorflow 2.9 2.10\nnightly 2.10\nstruct A\nheader a.h\nsize 8\nend 8 A_SIZE\n"
    "field 0 8 x: void*\n2.10- function F\ndeclared void ()\nexported framework\n"
    "enum E\nvalue E_ONE = 1\n";

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(FlawsTest, WhatIsBuiltInHasNone) {
  EXPECT_EQ(FindFlawOfOps(BuiltInSourceText(kOpsFile)), std::nullopt);
  EXPECT_EQ(FindFlawOfCApi(BuiltInSourceText(kCApiFile)), std::nullopt);
  EXPECT_EQ(FindFlawOfOps(kOps), std::nullopt);
  EXPECT_EQ(FindFlawOfCApi(kCApi), std::nullopt);
}

TEST(FlawsTest, OfOpsHaveALineAndAReason) {
  const struct {
    std::string text;
    size_t line;
    const char* message;
  } cases[] = {
      {"", 1, "ends here unexpectedly"},
      {"tensorflow 2.9\n", 1, "ends here unexpectedly"},
      {Replaced(kOps, "kernel CPU T=float\n", "kernel CPU T=fl"), 10, "ends here unexpectedly"},
      {"op Abs\n", 1, "'tensorflow RELEASE...' must come first"},
      {"tensorflow\n", 1, "no releases"},
      {"tensorflow 2.9 3.0\n", 1, "'3.0' is not a release"},
      {"tensorflow 2.9 2.x\n", 1, "'2.x' is not a release"},
      {Replaced(kOps, "2.9 2.10", "2.10 2.9"), 3, "'2.9' must come after '2.10'"},
      {Replaced(kOps, "op Abs\n", "# A comment.\nop Abs\n"), 4, "before the first section"},
      {Replaced(kOps, "op Abs", "op"), 4, "a name is missing"},
      {Replaced(kOps, "op Abs", "op Azz"), 8, "'Add' must come after 'Azz'"},
      {Replaced(kOps, "op Add 2.10-", "2.10- op Add"), 8, "follow its name"},
      {Replaced(kOps, "op Add 2.10-", "op Add 2.11-"), 8, "'2.11-' names a release"},
      {Replaced(kOps, "2.10- out", "2.8 out"), 6, "'2.8' names a release"},
      {Replaced(kOps, "in x: T", "in x"), 5, "'NAME: TEXT' is expected after 'in'"},
      {Replaced(kOps, "in x: T", "size 8"), 5, "'size' starts no line"},
      {Replaced(kOps, "flags stateful", "python"), 9, "'none' or 'NAME=OTHER' is expected"},
      {Replaced(kOps, "flags stateful", "python dim"), 9, "'none' or 'NAME=OTHER' is expected"},
      {Replaced(kOps, "flags stateful", "python dim=axis e="), 9, "'NAME=OTHER' is expected"},
      {Replaced(kOps, "flags stateful", "flags"), 9, "nothing after 'flags'"},
  };
  for (const auto& bad : cases) {
    const std::optional<Flaw> flaw = FindFlawOfOps(bad.text);
    ASSERT_TRUE(flaw) << bad.text;
    EXPECT_EQ(flaw->line, bad.line) << bad.text << flaw->message;
    EXPECT_THAT(flaw->message, HasSubstr(bad.message));
  }
}

TEST(FlawsTest, OfTheCApiHaveALineAndAReason) {
  const struct {
    std::string text;
    size_t line;
    const char* message;
  } cases[] = {
      {Replaced(kCApi, "nightly 2.10", "nightly 2.11"), 2, "'2.11' names a release"},
      {Replaced(kCApi, "struct A", "size 8"), 3, "before the first section"},
      {Replaced(kCApi, "size 8", "size -8"), 5, "'-8' is not a number"},
      {Replaced(kCApi, "end 8", "end"), 6, "'A_SIZE' is not a number"},
      {Replaced(kCApi, "end 8 A_SIZE", "end 8"), 6, "nothing after 'end'"},
      {Replaced(kCApi, "field 0 8 x", "field 0 x"), 7, "'x:' is not a number"},
      {Replaced(kCApi, "x: void*", "x:"), 7, "without a name or a type"},
      {Replaced(kCApi, "2.10- function F", "2.10- function"), 8, "a name is missing"},
      {Replaced(kCApi, "2.10- function F", "2.1- function F"), 8, "'2.1-' names a release"},
      {Replaced(kCApi, "declared void ()", "declared"), 9, "nothing after 'declared'"},
      {Replaced(kCApi, "declared void ()", "kernel CPU"), 9, "'kernel' starts no line"},
  };
  for (const auto& bad : cases) {
    const std::optional<Flaw> flaw = FindFlawOfCApi(bad.text);
    ASSERT_TRUE(flaw) << bad.text;
    EXPECT_EQ(flaw->line, bad.line) << bad.text << flaw->message;
    EXPECT_THAT(flaw->message, HasSubstr(bad.message));
  }
}

TEST(FlawsTest, OneReleaseMoreThanASetHoldsIsTooMany) {
  std::string head = "tensorflow";
  for (int minor = 0; minor < 64; ++minor) head += " 2." + std::to_string(minor);
  EXPECT_EQ(FindFlawOfOps(head + "\nop Abs\n"), std::nullopt);
  EXPECT_THAT(FindFlawOfOps(head + " 2.64\nop Abs\n")->message, HasSubstr("more than 64"));
}

// What passes is read without an exception, wherever a text was damaged.
TEST(FlawsTest, WhatHasNoneCanBeRead) {
  for (const std::string text : {kOps, kCApi}) {
    for (size_t i = 0; i < text.size(); ++i) {
      for (const char byte : {'\n', ' ', '\0', '-', '2', ':', 'x'}) {
        std::string damaged = text;
        damaged[i] = byte;
        if (!FindFlawOfOps(damaged)) {
          const History history(damaged);
          for (const std::string_view name : history.Newest().names()) {
            EXPECT_NE(history.Newest().Find(name), nullptr) << damaged;
            EXPECT_NO_THROW(history.Changes(name)) << damaged;
          }
        }
        if (!FindFlawOfCApi(damaged)) {
          const CApi api(damaged);
          for (const ApiSection& section : api.sections()) {
            EXPECT_NO_THROW(api.Read(section, 0)) << damaged;
            EXPECT_NO_THROW(api.Read(section, 1)) << damaged;
          }
        }
      }
    }
  }
}

TEST(SourceTest, AFlawIsToldWithItsFile) {
  EXPECT_NO_THROW(CheckSourceText(kOpsFile, kOps, "a/tensorflow.txt"));
  try {
    CheckSourceText(kCApiFile, kOps, "a/c_api.txt");
    FAIL();
  } catch (const SourceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a/c_api.txt:4: 'op' is not expected"));
  }
}

}  // namespace
}  // namespace plugingen::catalog
