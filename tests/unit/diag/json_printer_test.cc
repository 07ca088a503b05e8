#include "diag/json_printer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace plugingen::diag {
namespace {

using nlohmann::json;

TEST(JsonPrinterTest, GivesEveryKeyInAFixedOrder) {
  const SourceFile source("a \"b\".yaml", "\xC3\xA4 two\nthree\n");
  Diagnostic diagnostic{.code = "E0101", .message = "bad \x1b", .span = {3, 6}, .help = "h"};
  diagnostic.notes = {{"here", Span{7, 12}}, {"why", std::nullopt}};
  EXPECT_EQ(base::JsonText(DiagnosticsJson(&source, {diagnostic}), 1),
            R"([
  {"severity": "error", "code": "E0101", "message": "bad \u001b", "file": "a \"b\".yaml", "line": 1, "column": 3, "end_line": 1, "end_column": 6, "begin": 3, "end": 6, "notes": [{"message": "here", "file": "a \"b\".yaml", "line": 2, "column": 1, "end_line": 2, "end_column": 6, "begin": 7, "end": 12}, {"message": "why"}], "help": "h"}
])");
}

TEST(JsonPrinterTest, IsAnEmptyArrayWithoutDiagnostics) {
  EXPECT_EQ(base::JsonText(DiagnosticsJson(nullptr, {}), 1), "[]");
}

TEST(JsonPrinterTest, IsValidWhateverBytesTheMessagesHold) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  const SourceFile source("x", bytes);
  const std::vector<Diagnostic> diagnostics = {
      {.severity = Severity::kWarning,
       .code = "W0201",
       .message = bytes,
       .span = {5, 6},
       .help = bytes},
      {.code = "E0101", .message = "first", .span = {0, 1}}};
  const json parsed = json::parse(base::JsonText(DiagnosticsJson(&source, diagnostics), 1));
  ASSERT_EQ(parsed.size(), 2u);
  EXPECT_EQ(parsed[0]["message"], "first");
  EXPECT_EQ(parsed[1]["severity"], "warning");
  EXPECT_EQ(parsed[1]["message"].get<std::string>().substr(0, 3), std::string("\0\x01\x02", 3));
}

TEST(JsonPrinterTest, LeavesPositionsOutWithoutASource) {
  const base::Json parsed = DiagnosticsJson(nullptr, {{.code = "E0401", .message = "m"}});
  EXPECT_FALSE(parsed[0].contains("line"));
  EXPECT_EQ(parsed[0]["help"], "");
}

}  // namespace
}  // namespace plugingen::diag
