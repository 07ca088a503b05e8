#include "spec/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <regex>
#include <string>
#include <string_view>

#include "spec/schema.h"

namespace plugingen::spec {
namespace {

// A row like one that somebody adds, with the pattern of an existing one.
Field RowWithAPattern() {
  Field row = *FindField("plugin.name");
  row.parent = "device";
  row.name = "nickname";
  row.example = "rocket";
  return row;
}

TEST(RulesTest, APatternIsCheckedWithoutMoreCode) {
  const Field row = RowWithAPattern();
  EXPECT_FALSE(CheckForm(row, "rocket_2"));
  const std::optional<Problem> problem = CheckForm(row, "Rocket");
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->code, "E0234");
  EXPECT_EQ(problem->message, "device.nickname 'Rocket' does not have the form of such values");
  EXPECT_EQ(problem->note, "it must match " + std::string(row.pattern));
  EXPECT_EQ(problem->help, "write for example rocket");
}

// The rules of some keys accept more than their pattern, so that a later stage can say which name
// was meant. Every other text that an editor marks as wrong is an error here, too.
TEST(RulesTest, NothingIsAcceptedThatThePatternOfItsRowRefuses) {
  const std::string_view lenient[] = {"kernels[].op", "kernels[].set", "kernels[].host_memory",
                                      "graph.rewrites[].set"};
  int refused = 0;
  for (const Field& field : Fields()) {
    const std::string path = PathOf(field.parent, field.name);
    const bool is_text = field.type == FieldType::kText;
    if (field.pattern.empty() || field.by_hand || !is_text ||
        std::find(std::begin(lenient), std::end(lenient), path) != std::end(lenient)) {
      continue;
    }
    const std::regex pattern(field.pattern.begin(), field.pattern.end());
    for (const std::string text :
         {"!", "\"", "a b", "A-", "0", "_x", "x\\y", ";", "ab/c", "(MIT"}) {
      if (std::regex_search(text, pattern)) continue;
      ++refused;
      EXPECT_TRUE(CheckPlainText(text) || CheckValue(path, text)) << path << ": " << text;
    }
  }
  EXPECT_GT(refused, 40);
}

}  // namespace
}  // namespace plugingen::spec
