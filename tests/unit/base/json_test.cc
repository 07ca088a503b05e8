#include "base/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace plugingen::base {
namespace {

std::string Line(const Json& value) { return JsonText(value, 0); }

TEST(JsonTest, KeepsTheOrderOfMembers) {
  EXPECT_EQ(Line({{"b", 1}, {"a", {true, nullptr}}}), R"({"b": 1, "a": [true, null]})");
}

TEST(JsonTest, GivesALineToEachMemberOfWhatHoldsMore) {
  const Json value = {{"name", "x"}, {"lines", {1, 2}}, {"files", {{{"path", "a"}, {"in", {7}}}}}};
  EXPECT_EQ(JsonText(value, 2),
            "{\n"
            "  \"name\": \"x\",\n"
            "  \"lines\": [1, 2],\n"
            "  \"files\": [\n"
            "    {\"path\": \"a\", \"in\": [7]}\n"
            "  ]\n"
            "}");
  EXPECT_EQ(JsonText(value, 1),
            "{\n"
            "  \"name\": \"x\",\n"
            "  \"lines\": [1, 2],\n"
            "  \"files\": [{\"path\": \"a\", \"in\": [7]}]\n"
            "}");
}

TEST(JsonTest, WritesEmptyContainersOnTheirLine) {
  EXPECT_EQ(JsonText({{"list", Json::array()}, {"map", Json::object()}}, 9),
            "{\n  \"list\": [],\n  \"map\": {}\n}");
  EXPECT_EQ(JsonText(Json::array(), 9), "[]");
  EXPECT_EQ(JsonText(Json::object(), 9), "{}");
}

TEST(JsonTest, EscapesWhatTextsAndKeysHold) {
  EXPECT_EQ(Line("a\"b\\c\n\t\r\b"), R"("a\"b\\c\n\t\r\b")");
  EXPECT_EQ(Line(std::string("\0\x1f", 2)), R"("\u0000\u001f")");
  EXPECT_EQ(Line({{"a\"b\x01", 1}}), R"({"a\"b\u0001": 1})");
  EXPECT_EQ(Line("gr\u00FC\u00DFe \u2028"), "\"gr\u00FC\u00DFe \u2028\"");
}

TEST(JsonTest, ReplacesWhatIsNotUtf8) {
  constexpr const char* kReplacement = "\uFFFD";
  for (const std::string bytes :
       {"\xFF", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82"}) {
    const std::string text = Line({{bytes, "<" + bytes + ">"}});
    const Json parsed = Json::parse(text);  // throws at what is not JSON
    ASSERT_EQ(parsed.size(), 1u);
    EXPECT_TRUE(parsed.begin().key().starts_with(kReplacement)) << text;
    EXPECT_TRUE(parsed.begin()->get<std::string>().starts_with(std::string("<") + kReplacement));
    EXPECT_TRUE(parsed.begin()->get<std::string>().ends_with(">")) << text;
  }
}

TEST(JsonTest, KeepsTheLargestNumbers) {
  EXPECT_EQ(Line({INT64_MIN, UINT64_MAX, 0.1}),
            "[-9223372036854775808, 18446744073709551615, 0.1]");
}

}  // namespace
}  // namespace plugingen::base
