#include "diag/sarif_printer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "diag/codes.h"

namespace plugingen::diag {
namespace {

using nlohmann::json;

json RunOf(const SourceFile& source, const std::vector<Diagnostic>& diagnostics,
           const std::string& uri = "a%20b.yaml") {
  return json::parse(SarifLog(source, diagnostics, uri).dump()).at("runs").at(0);
}

json Region(int start_line, int start_column, int end_line, int end_column) {
  return {{"startLine", start_line},
          {"startColumn", start_column},
          {"endLine", end_line},
          {"endColumn", end_column}};
}

TEST(SarifPrinterTest, HasTheMembersThatEveryLogNeeds) {
  const json log = json::parse(SarifLog(SourceFile("a.yaml", ""), {}, "a.yaml").dump());
  EXPECT_EQ(log["version"], "2.1.0");
  ASSERT_EQ(log["runs"].size(), 1u);
  const json& run = log["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["name"], "plugingen");
  EXPECT_EQ(run["tool"]["driver"]["version"], PLUGINGEN_VERSION);
  EXPECT_EQ(run["tool"]["driver"]["rules"], json::array());
  EXPECT_EQ(run["columnKind"], "unicodeCodePoints");
  EXPECT_EQ(run["results"], json::array());
}

TEST(SarifPrinterTest, DescribesTheRulesThatOccurOnce) {
  const SourceFile source("a.yaml", "one two\n");
  const json run = RunOf(
      source, {{.code = "E0102", .message = "second", .span = {4, 7}},
               {.code = "E0101", .message = "first", .span = {0, 3}},
               {.severity = Severity::kWarning, .code = "W0201", .message = "last", .span = {7, 7}},
               {.code = "E0101", .message = "again", .span = {4, 7}}});
  const json& rules = run["tool"]["driver"]["rules"];
  ASSERT_EQ(rules.size(), 3u);
  EXPECT_EQ(rules[0]["id"], "E0101");
  EXPECT_EQ(rules[0]["shortDescription"]["text"], FindCodePage("E0101")->title);
  EXPECT_EQ(rules[0]["help"]["text"], FindCodePage("E0101")->text);
  EXPECT_EQ(rules[0]["defaultConfiguration"]["level"], "error");
  EXPECT_EQ(rules[2]["defaultConfiguration"]["level"], "warning");
  for (const json& result : run["results"]) {
    EXPECT_EQ(rules.at(result["ruleIndex"].get<size_t>())["id"], result["ruleId"]);
  }
  EXPECT_EQ(run["results"][0]["message"]["text"], "first");
  EXPECT_EQ(run["results"][3]["level"], "warning");
}

// Indented lines are code to Markdown already.
TEST(SarifPrinterTest, EscapesWhatMarkdownWouldRead) {
  const SourceFile source("a.yaml", "x");
  const json run = RunOf(source, {{.code = "E0010", .message = "m", .span = {0, 1}}});
  const std::string markdown = run["tool"]["driver"]["rules"][0]["help"]["markdown"];
  EXPECT_NE(markdown.find("'\\*name' repeats the value"), std::string::npos) << markdown;
  EXPECT_NE(markdown.find("\n      - {op: Elu, types: *floating}\n"), std::string::npos)
      << markdown;
}

TEST(SarifPrinterTest, CountsCodePointsFromOne) {
  const SourceFile source("a.yaml", "\u00E4\U0001F600 two\nthree\n");
  const json run = RunOf(source, {{.code = "E0101", .message = "m", .span = {7, 15}}});
  const json& location = run["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(location["artifactLocation"], json({{"uri", "a%20b.yaml"}}));
  EXPECT_EQ(location["region"], Region(1, 4, 2, 5));
}

TEST(SarifPrinterTest, PutsNotesWithAPlaceBeside) {
  const SourceFile source("a.yaml", "one two\n");
  Diagnostic diagnostic{.code = "E0005", .message = "twice", .span = {4, 7}, .help = "remove one"};
  diagnostic.notes = {{"first here", Span{0, 3}}, {"why", std::nullopt}};
  const json result = RunOf(source, {diagnostic})["results"][0];
  EXPECT_EQ(result["message"]["text"], "twice\nnote: why\nhelp: remove one");
  ASSERT_EQ(result["relatedLocations"].size(), 1u);
  EXPECT_EQ(result["relatedLocations"][0]["message"]["text"], "first here");
  EXPECT_EQ(result["relatedLocations"][0]["physicalLocation"]["region"], Region(1, 1, 1, 4));
  EXPECT_FALSE(result.contains("fixes"));
}

TEST(SarifPrinterTest, FixesWhatHasASuggestion) {
  const SourceFile source("a.yaml", "one 'two'\n");
  const json run = RunOf(
      source, {{.code = "E0101", .message = "m", .span = {0, 3}, .help = "did you mean 'once'?"},
               {.code = "E0301", .message = "m", .span = {4, 9}, .help = "did you mean 'Two'?"}});
  const json& change = run["results"][0]["fixes"][0]["artifactChanges"][0];
  EXPECT_EQ(change["artifactLocation"]["uri"], "a%20b.yaml");
  EXPECT_EQ(change["replacements"][0]["deletedRegion"], Region(1, 1, 1, 4));
  EXPECT_EQ(change["replacements"][0]["insertedContent"]["text"], "once");
  EXPECT_EQ(run["results"][1]["fixes"][0]["artifactChanges"][0]["replacements"][0]
               ["insertedContent"]["text"],
            "'Two'");
}

TEST(SarifPrinterTest, NamesNoFileForTheStandardInput) {
  const SourceFile source("<stdin>", "one\n");
  const json result = RunOf(
      source, {{.code = "E0101", .message = "m", .span = {0, 3}, .help = "did you mean 'once'?"}},
      "")["results"][0];
  const json& artifact = result["locations"][0]["physicalLocation"]["artifactLocation"];
  EXPECT_FALSE(artifact.contains("uri"));
  EXPECT_FALSE(result.contains("fixes"));
}

}  // namespace
}  // namespace plugingen::diag
