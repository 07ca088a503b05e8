#include "api/usage.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

namespace plugingen::api {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Where = Token::Where;

Change Make(Severity severity, std::string kind, std::string name, std::vector<Token> tokens) {
  Change change;
  change.severity = severity;
  change.kind = std::move(kind);
  change.name = std::move(name);
  change.tokens = std::move(tokens);
  return change;
}

std::vector<std::string> Places(const Change& change) {
  std::vector<std::string> places;
  for (const Mention& mention : change.mentions) {
    std::string text = mention.path;
    for (const size_t line : mention.lines) text += ":" + std::to_string(line);
    places.push_back(text + (mention.by_tool ? " tool" : " " + mention.owner));
  }
  return places;
}

Project MakeProject() {
  return {{{"src/a.cc", "generated", true, "TF_Call();\n\n// TF_Call twice: TF_Call(TF_CallV2)\n"},
           {"src/b.cc", "own", false, "x->memset = 1;\ny.memset = 2;\nmemset(p, 0, 8);\n"},
           {"src/c.cc", "scaffold", false, "Register(\"Relu\", 'Tanh');\nRelu relu;\n"},
           {"spec.yaml", "once", false, "kernels:\n  - {op: Sum}\n"}},
          {"MatMul"}};
}

Report NarrowedBy(std::vector<Change> changes, const Project& project = MakeProject()) {
  Report report;
  report.changes = std::move(changes);
  Narrow(report, project);
  return report;
}

TEST(UsageTest, FindsWholeWordsAndTheirLines) {
  const Report report = NarrowedBy(
      {Make(Severity::kBreaking, "function", "TF_Call", {{Where::kAnywhere, "TF_Call"}})});
  ASSERT_EQ(report.changes.size(), 1u);
  EXPECT_THAT(Places(report.changes[0]), ElementsAre("src/a.cc:1:3 tool"));
  EXPECT_TRUE(report.has_project);
}

TEST(UsageTest, CommonWordsAreCallbacksBehindPointsAndArrows) {
  const Report report = NarrowedBy(
      {Make(Severity::kBreaking, "struct", "SP_StreamExecutor", {{Where::kMember, "memset"}})});
  ASSERT_EQ(report.changes.size(), 1u);
  EXPECT_THAT(Places(report.changes[0]), ElementsAre("src/b.cc:1:2 own"));
}

TEST(UsageTest, OpsAreInQuotesOrInYaml) {
  const auto op = [](std::string name) {
    return Make(Severity::kAttention, "op", name, {{Where::kQuoted, name}});
  };
  const Report report = NarrowedBy({op("Relu"), op("Tanh"), op("Sum"), op("relu")});
  ASSERT_EQ(report.changes.size(), 3u);
  EXPECT_THAT(Places(report.changes[0]), ElementsAre("src/c.cc:1 scaffold"));
  EXPECT_THAT(Places(report.changes[1]), ElementsAre("src/c.cc:1 scaffold"));
  EXPECT_THAT(Places(report.changes[2]), ElementsAre("spec.yaml:2 once"));
}

TEST(UsageTest, RegisteredOpsConcernTheProjectWhoeverMentionsThem) {
  const Report report = NarrowedBy({Make(Severity::kAddition, "op", "MatMul", {}),
                                    Make(Severity::kAttention, "kernel", "MatMul", {})});
  ASSERT_EQ(report.changes.size(), 1u) << "the plugin's own kernel wins over core's";
  EXPECT_TRUE(report.changes[0].registered);
}

TEST(UsageTest, WhatTheToolMentionsConcernsFewerThings) {
  const Project project{{{"tests/all.cc", "generated", true, "\"Relu\" TF_Call"}}, {"MatMul"}};
  const Token relu{Where::kQuoted, "Relu"};
  const Token call{Where::kAnywhere, "TF_Call"};
  const Report report = NarrowedBy({Make(Severity::kBreaking, "op", "Relu", {relu}),
                                    Make(Severity::kCosmetic, "function", "TF_Call", {call}),
                                    Make(Severity::kAddition, "function", "TF_Call", {call})},
                                   project);
  ASSERT_EQ(report.changes.size(), 1u);
  EXPECT_EQ(report.changes[0].severity, Severity::kAddition);
  EXPECT_THAT(report.elsewhere, ElementsAre(1, 0, 0, 1));
}

TEST(UsageTest, WithoutKnownOpsMentionsHaveToDo) {
  const Project project{{{"table.cc", "generated", true, "\"Relu\""}}, {}};
  EXPECT_EQ(
      NarrowedBy({Make(Severity::kBreaking, "op", "Relu", {{Where::kQuoted, "Relu"}})}, project)
          .changes.size(),
      1u);
}

TEST(UsageTest, SomeConcernEveryPlugin) {
  Change change = Make(Severity::kBreaking, "behaviour", "", {});
  change.everywhere = true;
  const Report report = NarrowedBy({change, Make(Severity::kBreaking, "function", "TF_Other", {})});
  ASSERT_EQ(report.changes.size(), 1u);
  EXPECT_THAT(report.changes[0].mentions, IsEmpty());
}

}  // namespace
}  // namespace plugingen::api
