#include "api/print_report.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "api/compare.h"
#include "api/upgrades.h"
#include "base/lines.h"

namespace plugingen::api {
namespace {

using testing::HasSubstr;

Change Make(std::string name, std::string text) {
  Change change;
  change.kind = "function";
  change.name = std::move(name);
  change.text = std::move(text);
  change.release = "9.2";
  return change;
}

Report MakeReport() {
  Report report;
  report.from = "9.1";
  report.to = "9.3";
  report.notes = {"A note."};
  Change more = Make("TF_More", "takes 'int b' as its 2nd parameter");
  more.was = "void (int a)";
  more.now = "void (int a, int b)";
  more.note = "Nothing checks that.";
  more.advice = "Pass it.";
  more.evidence = "the header";
  report.changes = {Make("TF_A", "is gone"), Make("TF_B", "is gone"), more};
  report.changes.push_back(Make("TF_New", "is new"));
  report.changes.back().severity = Severity::kAddition;
  report.changes.back().release = "9.3";
  return report;
}

TEST(PrintTextTest, TellsEqualChangesOnce) {
  EXPECT_EQ(PrintText(MakeReport()),
            "TensorFlow 9.1 to 9.3, as plugins see it\n"
            "note: A note.\n"
            "\n"
            "breaking (3): a plugin for 9.1 fails, misbehaves or does not load in 9.3\n"
            "\n"
            "  2 functions: are gone (9.2)\n"
            "      TF_A, TF_B\n"
            "  function TF_More: takes 'int b' as its 2nd parameter (9.2)\n"
            "      was: void (int a)\n"
            "      now: void (int a, int b)\n"
            "      Nothing checks that.\n"
            "      write: Pass it.\n"
            "      seen: the header\n"
            "\n"
            "addition (1): new to use\n"
            "\n"
            "  function TF_New: is new\n");
}

TEST(PrintTextTest, TellsWhereAProjectIsConcerned) {
  Report report = MakeReport();
  report.has_project = true;
  report.elsewhere[2] = 4;
  report.changes.resize(1);
  report.changes[0].registered = true;
  report.changes[0].mentions = {{"src/a.cc", "own", false, {3, 9}},
                                {"src/b.cc", "generated", true, {1}}};
  const std::string text = PrintText(report);
  EXPECT_THAT(text, HasSubstr("9.1 to 9.3, what concerns the project\n"));
  EXPECT_THAT(text, HasSubstr("      The plugin registers kernels for it.\n"
                              "      yours: src/a.cc:3, 9 (own)\n"
                              "      `plugingen regenerate` keeps up to date: src/b.cc\n"));
  EXPECT_THAT(text, HasSubstr("\nLeft out, because nothing of the project depends on them: 4 "
                              "additions.\n`plugingen api diff 9.1 9.3` prints all.\n"));
  report.of_a_run = true;
  for (const std::string& told : {PrintText(report), PrintMarkdown(report)}) {
    EXPECT_THAT(told, HasSubstr("`plugingen regenerate` brings up to date: src/b.cc\n"));
  }
  report.changes.clear();
  EXPECT_THAT(PrintText(report), HasSubstr("\nNothing concerns the project.\n"));
}

TEST(PrintTextTest, LinesFitATerminal) {
  const Facts facts = Facts::BuiltIn();
  std::istringstream text(PrintText(Compare("2.12", "2.21", facts)));
  for (std::string line; std::getline(text, line);) {
    // One long word may stand alone.
    const std::string word = line.substr(std::min(line.find_first_not_of(' '), line.size()));
    EXPECT_TRUE(line.size() <= 80 || word.find(' ') == std::string::npos) << line;
  }
}

TEST(PrintMarkdownTest, IsASectionWithLists) {
  Report report = MakeReport();
  EXPECT_EQ(PrintMarkdown(report),
            "## TensorFlow 9.1 to 9.3\n\n"
            "A note.\n\n"
            "### Breaking: a plugin for 9.1 fails, misbehaves or does not load in 9.3\n\n"
            "* 2 functions: are gone (9.2)\n"
            "  * `TF_A`, `TF_B`\n"
            "* function `TF_More`: takes 'int b' as its 2nd parameter (9.2)\n"
            "  * was `void (int a)`\n"
            "  * now `void (int a, int b)`\n"
            "  * Nothing checks that.\n"
            "  * **Write:** Pass it.\n"
            "  * Seen: the header\n"
            "\n"
            "### Addition: new to use\n\n"
            "* function `TF_New`: is new\n");
}

TEST(PrintJsonTest, IsOneObject) {
  Report report = MakeReport();
  report.has_project = true;
  report.changes[0].mentions = {{"src/\"a\".cc", "own", false, {3, 9}}};
  const auto json = nlohmann::json::parse(PrintJson(report));
  EXPECT_EQ(json["from"], "9.1");
  EXPECT_EQ(json["back"], false);
  EXPECT_EQ(json["counts"]["breaking"], 3);
  EXPECT_EQ(json["left_out"]["addition"], 0);
  ASSERT_EQ(json["changes"].size(), 4u);
  EXPECT_EQ(json["changes"][0]["files"][0]["path"], "src/\"a\".cc");
  EXPECT_EQ(json["changes"][0]["files"][0]["lines"], nlohmann::json({3, 9}));
  EXPECT_EQ(json["changes"][2]["was"], "void (int a)");
  EXPECT_FALSE(json["changes"][0].contains("was"));
}

TEST(UpgradesTest, AReportIsAddedOnce) {
  const Report first = MakeReport();
  Report second = MakeReport();
  second.from = "9.3";
  second.to = "9.4";
  std::string page = WithUpgrade("", first);
  EXPECT_TRUE(page.starts_with("# Upgrades\n"));
  page = WithUpgrade(page, second);
  EXPECT_LT(page.find("## TensorFlow 9.1 to 9.3\n"), page.find("## TensorFlow 9.3 to 9.4\n"));
  EXPECT_EQ(WithUpgrade(page, first), page) << "nothing is told twice";
  EXPECT_EQ(WithUpgrade(page, second), page);
  EXPECT_THAT(WithUpgrade("Our own page.", first), testing::StartsWith("Our own page.\n\n## Ten"));
}

TEST(UpgradesTest, NotesOfTheReaderStay) {
  Report report = MakeReport();
  const std::string page = WithUpgrade("", report) + "\n# Our notes\n- ticket 4711\n";
  EXPECT_EQ(WithUpgrade(page, report), page);
  report.changes.resize(1);
  const std::string longer = WithUpgrade(page, report);
  EXPECT_THAT(longer, testing::StartsWith(page + "\n## TensorFlow 9.1 to 9.3\n"));
  EXPECT_EQ(WithUpgrade(longer, report), longer);
}

TEST(UpgradesTest, APageKeepsItsLineEnds) {
  Report report = MakeReport();
  const std::string page = base::WithCarriageReturns(WithUpgrade("", report));
  EXPECT_EQ(WithUpgrade(page, report), page);
  report.to = "9.4";
  const std::string longer = WithUpgrade(page, report);
  EXPECT_THAT(longer, testing::StartsWith(page));
  EXPECT_EQ(base::LineEndsOf(longer), base::LineEnds::kDos);
}

}  // namespace
}  // namespace plugingen::api
