#include "api/compare.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include "facts_fixture.h"

namespace plugingen::api {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kStructs[] =
    "tensorflow 9.1 9.2 9.3\n"
    "struct SP_Box\n"
    "header box.h\n"
    "-9.1 size 24\n"
    "9.2- size 40\n"
    "field 0 8 struct_size: size_t\n"
    "field 8 8 open: void (*)(SP_Box* box)\n"
    "9.2- field 16 8 shut: void (*)(SP_Box* box)\n"
    "-9.1 field 16 8 callback: void (*)()\n"
    "9.2- field 24 8 callback: void (*)()\n"
    "9.2- field 32 8 last: int64_t\n"
    "struct SP_Lid\n"
    "header box.h\n"
    "-9.2 size 8\n"
    "9.3- size 16\n"
    "field 0 8 weight: int64_t\n"
    "9.3- field 8 1 shiny: TF_Bool\n";

TEST(CompareStructsTest, AFieldInsideMovesThoseBehindIt) {
  const KnownFacts known(kStructs);
  const Report report = known.From("9.1", "9.2");
  EXPECT_THAT(Lines(report),
              ElementsAre("breaking struct SP_Box: shut is new inside it, so that callback moves "
                          "from 16 to 24; 40 bytes, were 24; last at its end (9.2)"));
  EXPECT_EQ(report.changes[0].note,
            "What a plugin built before has at 16 for callback is taken for shut.");
}

TEST(CompareStructsTest, AFieldAtTheEndIsAnAddition) {
  const KnownFacts known(kStructs);
  EXPECT_THAT(Lines(known.From("9.2", "9.3")),
              ElementsAre("addition struct SP_Lid: has shiny at its end; 16 bytes, were 8 (9.3)"));
}

TEST(CompareStructsTest, TheWayBackLosesIt) {
  const KnownFacts known(kStructs);
  const Report report = known.From("9.3", "9.2");
  EXPECT_TRUE(report.back);
  EXPECT_THAT(report.notes, ElementsAre(HasSubstr("9.2 is older than 9.3"), HasSubstr("Ops and"),
                                        HasSubstr("export is not known")));
  EXPECT_THAT(
      Lines(report),
      ElementsAre("breaking struct SP_Lid: no longer has shiny at its end; 8 bytes, were 16 "
                  "(9.2)"));
  EXPECT_THAT(report.changes[0].note, HasSubstr("writes behind its end"));
}

TEST(CompareStructsTest, ChangesHaveTheReleaseThatBroughtThem) {
  const KnownFacts known(kStructs);
  const auto lines = Lines(known.From("9.1", "9.3"));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_THAT(lines[0], HasSubstr("(9.2)"));
  EXPECT_THAT(lines[1], HasSubstr("(9.3)"));
}

TEST(CompareStructsTest, FieldsAreRenamedOrChangeTheirType) {
  const KnownFacts known(
      "tensorflow 9.1 9.2\n"
      "struct SP_Box\n"
      "size 16\n"
      "-9.1 field 0 8 opne: void (*)(int a)\n"
      "9.2- field 0 8 open: void (*)(int b)\n"
      "-9.1 field 8 8 shut: void (*)(int a)\n"
      "9.2- field 8 8 shut: void (*)(long a)\n"
      "-9.1 struct SP_Gone\n"
      "size 1\n");
  const Report report = known.From("9.1", "9.2");
  EXPECT_THAT(Lines(report),
              ElementsAre("breaking struct SP_Box: calls its field 'opne' 'open' now (9.2)",
                          "breaking struct SP_Box: field 'shut' takes 'long a' as its 1st "
                          "parameter, took 'int a' (9.2)",
                          "breaking struct SP_Gone: is gone (9.2)"));
}

constexpr char kFunctions[] =
    "tensorflow 9.1 9.2\n"
    "9.2- function TF_New\nheader a.h\ndeclared void ()\nexported framework\n"
    "9.2- function TF_NewInline\nheader a.h\ndeclared inline void ()\n"
    "9.2- function TF_NewToDefine\nheader a.h\ndeclared void ()\n"
    "9.2- function TF_NewElsewhere\nheader a.h\ndeclared void ()\nexported cc\n"
    "-9.1 function TF_Gone\nheader a.h\ndeclared void ()\nexported framework\n"
    "-9.1 function TF_OutOfReach\nexported cc\n"
    "function TF_Unlinked\nheader a.h\ndeclared void ()\n-9.1 exported framework\n"
    "function TF_Linked\nheader a.h\ndeclared void ()\n9.2- exported framework\n"
    "function TF_Moved\n-9.1 header a.h\n9.2- header b.h\ndeclared void ()\nexported framework\n"
    "function TF_Const\nheader a.h\nexported framework\n"
    "-9.1 declared void (int* a)\n9.2- declared void (const int* a)\n"
    "function TF_More\nheader a.h\nexported framework\n"
    "-9.1 declared void (int a)\n9.2- declared void (int a, int b)\n";

TEST(CompareFunctionsTest, TellsWhatCanStillBeCalled) {
  const KnownFacts known(kFunctions);
  const Report report = known.From("9.1", "9.2");
  EXPECT_THAT(
      Lines(report),
      ElementsAre("breaking function TF_Gone: is gone (9.2)",
                  "breaking function TF_More: takes 'int b' as its 2nd parameter (9.2)",
                  "breaking function TF_Unlinked: is no longer exported by libtensorflow_framework "
                  "(9.2)",
                  "addition function TF_Linked: is exported by libtensorflow_framework now (9.2)",
                  "addition function TF_New: is new (9.2)",
                  "addition function TF_NewElsewhere: is new in its header, but only "
                  "libtensorflow_cc exports it (9.2)",
                  "addition function TF_NewInline: is new, defined in its header (9.2)",
                  "addition function TF_NewToDefine: is new in its header, and exported by no "
                  "library (9.2)",
                  "cosmetic function TF_Const: takes 'const int* a', took 'int* a' (9.2)",
                  "cosmetic function TF_Moved: is declared in b.h now instead of a.h (9.2)"));
  EXPECT_EQ(report.changes[1].was, "void (int a)");
  EXPECT_EQ(report.changes[1].now, "void (int a, int b)");
  EXPECT_THAT(report.changes[2].advice, HasSubstr("__attribute__((weak))"));
}

TEST(CompareTest, OnTheWayBackNothingIsNew) {
  const KnownFacts known(
      "tensorflow 9.1 9.2\n"
      "-9.1 struct SP_Old\nsize 1\n"
      "-9.1 function TF_Old\nheader a.h\ndeclared inline void ()\n"
      "-9.1 enum TF_OldEnum\nvalue TF_A = 0\n"
      "-9.1 macro SE_OLD\nvalue 0\n",
      "tensorflow 9.1 9.2\nop A\nop Old -9.1\n");
  EXPECT_THAT(
      Lines(known.From("9.2", "9.1")),
      ElementsAre("addition struct SP_Old: is back (9.1)",
                  "addition function TF_Old: is back, defined in its header (9.1)",
                  "addition enum TF_OldEnum: is back (9.1)", "addition macro SE_OLD: is back (9.1)",
                  "addition op Old: is back (9.1)"));
}

TEST(CompareNamesTest, EnumsMacrosAndTypes) {
  const KnownFacts known(
      "tensorflow 9.1 9.2\n"
      "-9.1 enum TF_Code\nvalue TF_OK = 0\nvalue TF_LOST = 1\n"
      "enum TF_Type\nvalue TF_INT = 3\n-9.1 value TF_OLD = 4\n9.2- value TF_NEW = 4\n"
      "-9.1 value TF_MOVED = 5\n9.2- value TF_MOVED = 6\n"
      "9.2- macro TF_OK\nvalue 0\n"
      "macro SE_MAJOR\n-9.1 value 0\n9.2- value 1\n"
      "9.2- type TF_Code\ndeclared int\n"
      "type SP_Stream\n-9.1 declared struct A*\n9.2- declared struct B*\n"
      "type SE_Fn\n-9.1 declared void (*)(int)\n9.2- declared void (*)(long)\n");
  EXPECT_THAT(
      Lines(known.From("9.1", "9.2")),
      ElementsAre("breaking enum TF_Type: TF_MOVED is 6 now, was 5 (9.2)",
                  "breaking enum TF_Type: no longer has TF_OLD (9.2)",
                  "breaking type SE_Fn: takes 'long' as its 1st parameter, took 'int' (9.2)",
                  "attention macro SE_MAJOR: is 1 now, was 0 (9.2)",
                  "attention type SP_Stream: is 'struct B*' now, was 'struct A*' (9.2)",
                  "addition enum TF_Type: has TF_NEW (9.2)"))
      << "TF_OK and TF_Code are there as something else";
}

constexpr char kApi[] = "tensorflow 9.1 9.2 9.3\nnightly 9.3\nmacro M\nvalue 1\n";

TEST(CompareFactsTest, AFactIsToldWithTheChangeThatItExplains) {
  const std::string behaviour =
      "since 9.2 breaking\ntext Why.\nwrite Do this.\nexplains TF_Unlinked\nevidence seen\n"
      "since 9.2 attention\ntext By itself.\nback breaking The other way.\nconcerns word\n"
      "evidence seen\n";
  const KnownFacts known(kFunctions, "tensorflow 9.1 9.2\nop A\n", behaviour);
  const Report report = known.From("9.1", "9.2");
  const Change& unlinked = report.changes[2];
  EXPECT_EQ(unlinked.note, "Why.");
  EXPECT_EQ(unlinked.advice, "Do this.");
  EXPECT_EQ(unlinked.evidence, "seen");
  EXPECT_EQ(Line(report.changes[3]), "attention behaviour: By itself. (9.2)");
  const Report back = known.From("9.2", "9.1");
  EXPECT_EQ(Line(back.changes[0]), "breaking behaviour: The other way. (9.2)");
}

TEST(CompareFactsTest, OnlyThoseOnTheWayAreTold) {
  const KnownFacts known(kApi, "tensorflow 9.1 9.2\nop A\n",
                         "since 9.1 attention\ntext One.\nevidence e\n"
                         "since 9.2 attention\ntext Two.\nevidence e\n");
  EXPECT_THAT(Lines(known.From("9.1", "9.2")), ElementsAre("attention behaviour: Two. (9.2)"));
  EXPECT_THAT(Lines(known.From("9.2", "9.1")),
              ElementsAre("attention behaviour: Not so before 9.2: Two. (9.2)"));
  EXPECT_THAT(Lines(known.From("9.2", "9.2")), IsEmpty());
}

TEST(CompareFactsTest, WhatEndedIsToldToThoseWhoServeItsReleases) {
  const KnownFacts known(
      "tensorflow 9.1 9.2 9.3 9.4\nfunction TF_F\nheader f.h\ndeclared void ()\n"
      "9.1,9.4- exported framework\nfunction TF_G\nheader f.h\ndeclared void ()\n"
      "exported framework\n",
      "tensorflow 9.1 9.4\nop A\n",
      "since 9.2 breaking\nuntil 9.3\ntext It is missing.\nwrite Do without.\n"
      "end addition It is back.\nconcerns TF_F\nexplains TF_F\nevidence e\n"
      "since 9.2 attention\nuntil 9.2\ntext Wet.\nend cosmetic Dry.\nevidence e\n"
      "since 9.1 attention\nuntil 9.3\ntext Without a word on its end.\nevidence e\n");
  const auto told = [&known](std::string_view from, std::string_view to) {
    return Lines(known.From(from, to));
  };
  EXPECT_THAT(told("9.1", "9.4"),
              ElementsAre("breaking behaviour: In 9.2 to 9.3: It is missing. (9.2)",
                          "attention behaviour: In 9.2: Wet. (9.2)"));
  EXPECT_THAT(
      told("9.2", "9.4"),
      ElementsAre("addition function TF_F: is exported by libtensorflow_framework now (9.4)",
                  "cosmetic behaviour: Dry. (9.3)"));
  EXPECT_EQ(known.From("9.2", "9.4").changes.front().note, "It is back.");
  EXPECT_THAT(told("9.4", "9.1"),
              ElementsAre("breaking behaviour: In 9.2 to 9.3: It is missing. (9.2)",
                          "attention behaviour: In 9.2: Wet. (9.2)",
                          "attention behaviour: Without a word on its end. (9.3)"));
  EXPECT_EQ(known.From("9.4", "9.2").changes.front().note, "It is missing.");
  EXPECT_EQ(known.From("9.1", "9.3").changes.front().note, "It is missing.");
}

TEST(CompareTest, SaysWhatIsNotKnown) {
  const KnownFacts known(kApi, "tensorflow 9.2 9.4\nop A\nop B 9.4-\n");
  EXPECT_THAT(KnownReleases(known.facts()), ElementsAre("9.1", "9.2", "9.3", "9.4"));
  EXPECT_THAT(
      known.From("9.1", "9.2").notes,
      ElementsAre("Ops and TensorFlow's own kernels are known for 9.2 to 9.4: not compared.",
                  HasSubstr("export is not known")));
  const Report report = known.From("9.3", "9.4");
  EXPECT_THAT(report.notes,
              ElementsAre(HasSubstr("9.3 is not released"),
                          "The C API is known for 9.1 to 9.3: not compared.",
                          "Ops and TensorFlow's own kernels are known for 9.2 to 9.4: compared "
                          "from 9.2 to 9.4.",
                          HasSubstr("export is not known")));
  EXPECT_THAT(Lines(report), ElementsAre("addition op B: is new (9.4)"));
}

// What this repository knows of TensorFlow: each pair can be compared, both ways.
TEST(BuiltInCompareTest, AnyTwoReleasesCanBeCompared) {
  const Facts facts = Facts::BuiltIn();
  const auto known = KnownReleases(facts);
  for (size_t i = 0; i + 1 < known.size(); ++i) {
    const Report forth = Compare(known[i], known[i + 1], facts);
    const Report back = Compare(known[i + 1], known[i], facts);
    EXPECT_EQ(forth.back, false);
    EXPECT_EQ(back.back, true);
    for (const Change& change : forth.changes) EXPECT_FALSE(change.text.empty()) << change.name;
  }
  const Report all = Compare(known.front(), known.back(), facts);
  EXPECT_GT(all.Count(Severity::kBreaking), 10u);
}

TEST(BuiltInCompareTest, TheBreaksOfTheHistoryAreSeen) {
  const Facts facts = Facts::BuiltIn();
  const auto lines = [&](std::string_view from, std::string_view to) {
    return Lines(Compare(from, to, facts));
  };
  EXPECT_THAT(lines("2.6", "2.7"),
              testing::Contains("breaking struct SP_StreamExecutor: mem_zero, memset and memset32 "
                                "are new inside it, so that host_callback moves from 256 to 280; "
                                "288 bytes, were 264 (2.7)"));
  EXPECT_THAT(lines("2.9", "2.10"),
              testing::Contains("breaking function TF_AssignVariable: takes 'bool validate_shape' "
                                "as its 4th parameter (2.10)"));
  EXPECT_THAT(lines("2.18", "2.19"),
              testing::Contains("breaking function TF_AssignVariable: is no longer exported by "
                                "libtensorflow_framework (2.19)"));
}

}  // namespace
}  // namespace plugingen::api
