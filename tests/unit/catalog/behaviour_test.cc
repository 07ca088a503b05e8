#include "catalog/behaviour.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "catalog/c_api.h"
#include "catalog/history.h"

namespace plugingen::catalog {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(BehaviourTest, ReadsFacts) {
  const auto facts = ReadBehaviour(
      "# A comment.\n"
      "since 9.2 breaking\n"
      "text It rains.\n"
      "write Take an umbrella.\n"
      "back attention It was dry.\n"
      "concerns rain wet\n"
      "evidence looked out\n"
      "since 9.3 addition\n"
      "until 9.4\n"
      "end cosmetic Clouds.\n"
      "text The sun.\n"
      "explains TF_Sun\n"
      "evidence likewise\n");
  ASSERT_EQ(facts.size(), 2u);
  EXPECT_EQ(facts[0].release, "9.2");
  EXPECT_EQ(facts[0].severity, "breaking");
  EXPECT_EQ(facts[0].text, "It rains.");
  EXPECT_EQ(facts[0].write, "Take an umbrella.");
  EXPECT_EQ(facts[0].back_severity, "attention");
  EXPECT_EQ(facts[0].back, "It was dry.");
  EXPECT_THAT(facts[0].concerns, ElementsAre("rain", "wet"));
  EXPECT_THAT(facts[1].concerns, IsEmpty());
  EXPECT_THAT(facts[1].explains, ElementsAre("TF_Sun"));
  EXPECT_EQ(facts[1].evidence, "likewise");
  EXPECT_EQ(facts[0].until, "");
  EXPECT_EQ(WhenText(facts[0]), "since 9.2");
  EXPECT_EQ(facts[1].until, "9.4");
  EXPECT_EQ(facts[1].end_severity, "cosmetic");
  EXPECT_EQ(facts[1].end, "Clouds.");
  EXPECT_TRUE(IsSo(facts[1], "9.4"));
  EXPECT_FALSE(IsSo(facts[1], "9.10"));
  EXPECT_FALSE(IsSo(facts[1], "9.2"));
  EXPECT_EQ(WhenText(facts[1]), "9.3 to 9.4");
}

TEST(BehaviourTest, OtherTextIsRefused) {
  EXPECT_THROW(ReadBehaviour("text It rains.\n"), std::logic_error);
  EXPECT_THROW(ReadBehaviour("since 9.2 breaking\ncolour red\n"), std::logic_error);
}

TEST(BuiltInBehaviourTest, EveryFactIsComplete) {
  const auto& releases = CApi::BuiltIn().releases();
  for (const BehaviourFact& fact : BuiltInBehaviour()) {
    EXPECT_NE(std::find(releases.begin(), releases.end(), fact.release), releases.end())
        << fact.release;
    const auto until = std::find(releases.begin(), releases.end(), fact.until);
    EXPECT_TRUE(fact.until.empty() || std::find(releases.begin(), until, fact.release) != until ||
                fact.until == fact.release)
        << fact.until;
    EXPECT_TRUE(fact.until.empty() || until != releases.end()) << fact.until;
    EXPECT_FALSE(fact.text.empty());
    EXPECT_FALSE(fact.evidence.empty()) << fact.text;
    for (const std::string_view severity : {fact.severity, fact.back_severity, fact.end_severity}) {
      EXPECT_THAT(severity, testing::AnyOf("", "breaking", "attention", "addition", "cosmetic"))
          << fact.text;
    }
    for (const std::string_view name : fact.explains) {
      EXPECT_TRUE(!CApi::BuiltIn().FindAll(name).empty() ||
                  History::BuiltIn().ReleasesWith(name) != 0)
          << name;
    }
  }
}

}  // namespace
}  // namespace plugingen::catalog
