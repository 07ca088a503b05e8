#include "project/merge.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include "project/conflict_markers.h"

namespace plugingen::project {
namespace {

using testing::HasSubstr;
using testing::Not;

const MergeLabels kLabels{"your edits", "before", "now"};

MergeResult Merged(const std::string& path, const std::string& base, const std::string& ours,
                   const std::string& theirs) {
  return Merge(path, base, ours, theirs, kLabels);
}

// The text of a merge that has to be clean.
std::string Clean(const std::string& path, const std::string& base, const std::string& ours,
                  const std::string& theirs) {
  const MergeResult result = Merged(path, base, ours, theirs);
  EXPECT_EQ(result.conflicts, 0u) << result.text;
  return result.text;
}

TEST(MergeTest, TakesWhatOneSideChanged) {
  EXPECT_EQ(Clean("x.cc", "a\nb\nc\nd\n", "a\nB\nc\nd\n", "a\nb\nc\nD\n"), "a\nB\nc\nD\n");
  EXPECT_EQ(Clean("x.cc", "a\nb\n", "a\nb\n", "new\n"), "new\n");
  EXPECT_EQ(Clean("x.cc", "a\nb\n", "mine\n", "a\nb\n"), "mine\n");
  EXPECT_EQ(Clean("x.cc", "a\nb\n", "same\n", "same\n"), "same\n");
}

TEST(MergeTest, WhatTheUserDeletedStaysDeleted) {
  EXPECT_EQ(Clean("x.cc", "a\nb\nc\nd\ne\n", "a\nd\ne\n", "a\nb\nc\nd\ne\nf\n"), "a\nd\ne\nf\n");
}

TEST(MergeTest, ConflictsNameTheSidesAndHoldAllThree) {
  const MergeResult result =
      Merged("x.cc", "a\nint x = 1;\nz\n", "a\nint x = 2;\nz\n", "a\nint x = 3;\nz\n");
  EXPECT_EQ(result.conflicts, 1u);
  EXPECT_EQ(result.text,
            "a\n<<<<<<< your edits\nint x = 2;\n||||||| before\nint x = 1;\n=======\n"
            "int x = 3;\n>>>>>>> now\nz\n");
  EXPECT_TRUE(HasMarkers(result.text));
}

TEST(MergeTest, LinesOfBothSidesStandOutsideOfAConflict) {
  const MergeResult result = Merged("x.cc", "old\n", "same\nmine\nend\n", "same\nours\nend\n");
  EXPECT_EQ(result.text,
            "same\n<<<<<<< your edits\nmine\n||||||| before\nold\n=======\nours\n>>>>>>> now\n"
            "end\n");
}

TEST(MergeTest, CommentsStandAboveIncludesThatTheOtherSideAdded) {
  const std::string includes = "#include \"a.h\"\n\n";
  for (const std::string comment :
       {"// mine\n", "// mine\n\n", "/* mine\n * too */\n", "/* a */ // b\n\n// c\n"}) {
    const std::string wanted = comment + includes + "code;\n";
    EXPECT_EQ(Clean("x.cc", "code;\n", comment + "code;\n", includes + "code;\n"), wanted);
    EXPECT_EQ(Clean("x.cc", "code;\n", includes + "code;\n", comment + "code;\n"), wanted);
  }
  for (const std::string other : {"int x;\n", "// a\nint x;\n", "/* a\n", "/* a */ int x;\n"}) {
    EXPECT_EQ(Merged("x.cc", "code;\n", other + "code;\n", includes + "code;\n").conflicts, 1u);
  }
  EXPECT_EQ(Merged("x.cc", "code;\n", "// a\ncode;\n", "int x;\ncode;\n").conflicts, 1u);
}

TEST(MergeTest, KeepsCarriageReturns) {
  EXPECT_EQ(Clean("x.cc", "a\nb\nc\n", "a\r\nmine\r\nc\r\n", "a\nb\nc\nd\n"),
            "a\r\nmine\r\nc\r\nd\r\n");
  const MergeResult conflict = Merged("x.cc", "1 a\n", "2 a\r\n", "3 a\n");
  EXPECT_EQ(
      conflict.text,
      "<<<<<<< your edits\r\n2 a\r\n||||||| before\r\n1 a\r\n=======\r\n3 a\r\n>>>>>>> now\r\n");
}

TEST(MergeTest, TextsWithoutALastLineBreak) {
  EXPECT_EQ(Clean("x.cc", "a\nb\nc", "A\nb\nc", "a\nb\nC"), "A\nb\nC");
  const MergeResult conflict = Merged("x.cc", "1", "2", "3");
  EXPECT_EQ(conflict.text, "<<<<<<< your edits\n2\n||||||| before\n1\n=======\n3\n>>>>>>> now\n");
}

TEST(MergeTest, LinesThatLookLikeMarkersAreText) {
  const std::string rule = "=======\n<<<<<<<<<< x\n>>>>>>> y\n";
  EXPECT_EQ(Clean("a.md", rule + "a\nb\nc\n", rule + "A\nb\nc\n", rule + "a\nb\nC\n"),
            rule + "A\nb\nC\n");
}

TEST(MergeTest, WithoutABaseEveryDifferenceIsAConflict) {
  const MergeResult result =
      Merge("x.cc", std::nullopt, "a\nmine\nb\nc\nd\ne\nf\n", "a\nb\nc\nd\ne\nours\nf\n", kLabels);
  EXPECT_EQ(result.conflicts, 2u);
  EXPECT_THAT(result.text, Not(HasSubstr("|||||||")));
  EXPECT_EQ(Merge("x.cc", std::nullopt, "same\n", "same\n", kLabels).conflicts, 0u);
}

// ---- conflicts that need no person ----

TEST(MergeRulesTest, BothAddedAnInclude) {
  const std::string base = "#include <map>\n\nint x;\n";
  EXPECT_EQ(Clean("x.cc", base, "#include <map>\n#include <string>\n\nint x;\n",
                  "#include <map>\n#include <set>\n\nint x;\n"),
            "#include <map>\n#include <set>\n#include <string>\n\nint x;\n");
  EXPECT_EQ(Clean("x.cc", base, "#include <map>\n#include <set>\n#include <vector>\n\nint x;\n",
                  "#include <map>\n#include <set>\n\nint x;\n"),
            "#include <map>\n#include <set>\n#include <vector>\n\nint x;\n");
}

TEST(MergeRulesTest, BothAddedTheFirstIncludesOfAGroup) {
  const std::string base = "#include \"b.h\"\n";
  const std::string ours = "#include <cmath>\n\n";
  const std::string theirs = "#include \"a.h\"\n\n";
  const std::string both = "#include <cmath>\n#include \"a.h\"\n\n";
  EXPECT_EQ(Clean("x.cc", base, ours + base, theirs + base), both + base);
  EXPECT_EQ(Clean("x.cc", base, theirs + base, ours + base), both + base);
}

TEST(MergeRulesTest, BothAddedAnElement) {
  EXPECT_EQ(Clean("x.toml", "f = [\n    1,\n]\n", "f = [\n    1,\n    9,\n]\n",
                  "f = [\n    1,\n    2,\n]\n"),
            "f = [\n    1,\n    9,\n    2,\n]\n");
  EXPECT_EQ(Clean("CMakeLists.txt", "add(\n  a.cc\n)\n", "add(\n  a.cc\n  z.cc\n)\n",
                  "add(\n  a.cc\n  b.cc\n)\n"),
            "add(\n  a.cc\n  b.cc\n  z.cc\n)\n");
  EXPECT_EQ(Clean("x.py", "import os\n\n", "import os\nimport sys\n\n", "import os\nimport re\n\n"),
            "import os\nimport re\nimport sys\n\n");
  EXPECT_EQ(Clean("a.md", "* a\n", "* a\n* z\n", "* a\n* b\n"), "* a\n* z\n* b\n");
}

TEST(MergeRulesTest, BothAddedCodeAtOnePlace) {
  EXPECT_EQ(
      Merged("x.cc", "f{\n    a,\n};\n", "f{\n    a,\n    z,\n};\n", "f{\n    a,\n    b,\n};\n")
          .conflicts,
      1u);
  EXPECT_EQ(Merged("x.py", "f(\n    a,\n)\n", "f(\n    a,\n    z,\n)\n", "f(\n    a,\n    b,\n)\n")
                .conflicts,
            1u);
  EXPECT_EQ(
      Merged("x.h", "/*\n * a\n */\n", "/*\n * a\n * z\n */\n", "/*\n * a\n * b\n */\n").conflicts,
      1u)
      << "a comment";
}

TEST(MergeRulesTest, ElementsThatAreNotWholeStayAConflict) {
  EXPECT_EQ(Merged("x.toml", "f = [\n]\n", "f = [\n    [1,\n]\n", "f = [\n    2,\n]\n").conflicts,
            1u);
  EXPECT_EQ(Merged("CMakeLists.txt", "set(\n)\n", "set(\n  ON\n)\n", "set(\n  OFF\n)\n").conflicts,
            1u)
      << "words that may be values of one option";
}

TEST(MergeRulesTest, LinesBesideEachOther) {
  EXPECT_EQ(Clean("x.cc", "a\nb\n", "A\nb\n", "a\nB\n"), "A\nB\n");
  EXPECT_EQ(Merged("x.cc", "a\nb\n", "A\nb\n", "aa\nB\n").conflicts, 1u);
}

TEST(MergeRulesTest, LinesAddedRightBehindAChangedOne) {
  EXPECT_EQ(Clean("x.cc", "a\n", "A\n", "a\nb\n"), "A\nb\n");
  EXPECT_EQ(Clean("x.cc", "a\n", "mine\na\n", "A\n"), "mine\nA\n");
  EXPECT_EQ(Merged("x.cc", "a\nb\n", "", "a\nb\nc\n").conflicts, 1u)
      << "what stood before the new line is gone";
}

TEST(MergeRulesTest, LinesAddedBehindACallThatTakesMoreLinesNow) {
  const std::string base = "options(a -Wall)\n";
  const std::string mine = "options(a -Wall)\ndefinitions(a X)\n";
  EXPECT_EQ(Clean("CMakeLists.txt", base, mine, "# Faster (a lot).\noptions(a\n  -Wall -fast)\n"),
            "# Faster (a lot).\noptions(a\n  -Wall -fast)\ndefinitions(a X)\n");
  EXPECT_EQ(Clean("x.cmake", base, "options(a\n  -Wall -fast)\n", mine),
            "options(a\n  -Wall -fast)\ndefinitions(a X)\n");
  for (const char* const theirs :
       {"options(a -Wall -fast)\nlibraries(a b)\n", "if(X)\n  options(a -Wall)\nendif()\n",
        "foreach(a IN ITEMS\n  b\n", "# gone\n# for good\n"}) {
    EXPECT_EQ(Merged("CMakeLists.txt", base, mine, theirs).conflicts, 1u) << theirs;
  }
  EXPECT_EQ(Merged("x.cc", "f(a);\n", "f(a);\ng();\n", "f(\n    a, b);\n").conflicts, 1u);
}

TEST(MergeRulesTest, ItemsAddedBehindAParagraphThatWasWrittenAnew) {
  const std::string base = "* one, in\n  two lines\n";
  const std::string theirs = "* one, in\n  two lines and\n  a third\n";
  EXPECT_EQ(Clean("a.md", base, base + "* mine\n", theirs), theirs + "* mine\n");
  EXPECT_EQ(Clean("a.md", base, base + "\nMine.\n", theirs), theirs + "\nMine.\n");
  EXPECT_EQ(Merged("a.md", base, base + "  of mine\n", theirs).conflicts, 1u)
      << "it goes on with a sentence that is another now";
  EXPECT_EQ(Merged("a.md", base, base + "* mine\n", "* one\n* two lines\n* b\n").conflicts, 1u);
}

TEST(MergeRulesTest, DifferentKeys) {
  EXPECT_EQ(Clean("a.toml", "tf = [\"1\"]\n", "tf = [\"1\"]\ntest = [\"x\"]\n",
                  "tf = [\"2\"]\nnightly = [\"n\"]\n"),
            "tf = [\"2\"]\ntest = [\"x\"]\nnightly = [\"n\"]\n");
  EXPECT_EQ(Clean("a.yaml", "  a: 1\n  b: 2\n", "  b: 2\n  c: 3\n", "  a: 1\n  b: 3\n"),
            "  b: 3\n  c: 3\n")
      << "a key that the user deleted stays deleted";
  EXPECT_EQ(Merged("a.toml", "a = 1\n", "a = 2\n", "a = 3\nb = 1\n").conflicts, 1u);
  EXPECT_EQ(Merged("a.toml", "a = [\n", "a = [\nb = 1\n", "a = {\nc = 1\n").conflicts, 1u)
      << "a value that goes on in the next line";
  EXPECT_EQ(Merged("a.cc", "a = 1\n", "a = 1\nb = 1\n", "a = 2\nc = 1\n").conflicts, 1u);
}

TEST(MergeRulesTest, AFormattersWorkGivesWay) {
  const std::string base = "  if (x) return f(x, y);\n";
  const std::string laid_out = "  if (x)\n    return f(x,\n             y);\n";
  const std::string next = "  if (x) return g(x, y);\n";
  EXPECT_EQ(Clean("x.cc", base, laid_out, next), next);
  EXPECT_EQ(Clean("x.cc", base, next, laid_out), next);
  EXPECT_EQ(Merged("x.py", base, laid_out, next).conflicts, 1u) << "layout means something there";
  EXPECT_EQ(Merged("x.cc", "f(\"a b\");\n", "f(\"ab\");\n", "g(\"a b\");\n").conflicts, 1u);
  EXPECT_EQ(Merged("x.cc", "a; // b\nc;\n", "a; // b c;\n", "a; // b\nd;\n").conflicts, 1u);
  EXPECT_EQ(Merged("x.cc", "#define A (x)\n", "#define A(x)\n", "#define A (y)\n").conflicts, 1u);
  EXPECT_EQ(Merged("x.cc", "x = a - -b;\n", "x = a --b;\n", "y = a - -b;\n").conflicts, 1u);
  EXPECT_EQ(Merged("x.cc", "int a;\n", "inta;\n", "int b;\n").conflicts, 1u);
}

// ---- markers ----

TEST(ConflictMarkersTest, PartsOfAText) {
  const std::string text = "a\n<<<<<<< x\nb\n||||||| y\nc\n=======\nd\n>>>>>>> z\ne\n";
  const std::vector<MergeHunk> hunks = ParseConflicts(text);
  ASSERT_EQ(hunks.size(), 3u);
  EXPECT_EQ(hunks[0].ours, "a\n");
  EXPECT_EQ(hunks[1].ours, "b\n");
  EXPECT_EQ(hunks[1].base, "c\n");
  EXPECT_EQ(hunks[1].theirs, "d\n");
  EXPECT_EQ(hunks[2].ours, "e\n");
  EXPECT_EQ(SidesOfConflicts(text), std::pair(std::string("a\nb\ne\n"), std::string("a\nd\ne\n")));
  EXPECT_EQ(SidesOfConflicts("<<<<<<<\n=======\n>>>>>>>\n"),
            std::pair(std::string(), std::string()));
}

TEST(ConflictMarkersTest, WhatOnlyLooksLikeOne) {
  for (const char* text : {"", "<<<<<<< x\n", "<<<<<<< x\n=======\n", "=======\n>>>>>>> z\n",
                           "<<<<<<< x\n>>>>>>> z\n=======\n", "<<<<<<<< x\n=======\n>>>>>>>> z\n",
                           "<<<<<<<x\n=======\n>>>>>>> z\n", " <<<<<<< x\n=======\n>>>>>>> z\n"}) {
    EXPECT_FALSE(SidesOfConflicts(text)) << text;
    std::string again;
    for (const MergeHunk& hunk : ParseConflicts(text)) again += hunk.ours;
    EXPECT_EQ(again, text);
  }
  EXPECT_TRUE(SidesOfConflicts("<<<<<<< x\n<<<<<<< y\r\n=======\r\n>>>>>>> z\r\n"));
}

TEST(ConflictMarkersTest, HalfOfAMarkerIsStillOne) {
  for (const char* text : {"a\n<<<<<<< x\n", "||||||| x\n", ">>>>>>> x", "<<<<<<<\r\n"}) {
    EXPECT_TRUE(HasMarkers(text)) << text;
  }
  for (const char* text : {"", "Title\n=======\n", " >>>>>>> x\n", ">>>>>>>>x\n", "<<<<<<<x\n"}) {
    EXPECT_FALSE(HasMarkers(text)) << text;
  }
}

}  // namespace
}  // namespace plugingen::project
