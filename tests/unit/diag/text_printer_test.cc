#include "diag/text_printer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace plugingen::diag {
namespace {

Diagnostic Error(std::string message, Span span) {
  return {.code = "E0101", .message = std::move(message), .span = span};
}

TEST(TextPrinterTest, SortsByPositionAndSeparates) {
  const SourceFile source("a.yaml", "one\ntwo\n");
  const std::vector<Diagnostic> diagnostics = {Error("second", {4, 7}),
                                               {.severity = Severity::kWarning,
                                                .code = "W0201",
                                                .message = "first",
                                                .span = {0, 3},
                                                .help = "do\nthis"}};
  EXPECT_EQ(RenderText(&source, diagnostics),
            "a.yaml:1:1: warning: first [W0201]\n"
            "    1 | one\n"
            "      | ^~~\n"
            "  help: do\n"
            "        this\n"
            "\n"
            "a.yaml:2:1: error: second [E0101]\n"
            "    2 | two\n"
            "      | ^~~\n");
}

TEST(TextPrinterTest, ShowsNotesWithTheirOwnLines) {
  const SourceFile source("a.yaml", "one\ntwo\n");
  Diagnostic diagnostic = Error("twice", {4, 5});
  diagnostic.notes = {{"first here", Span{0, 1}}, {"why", std::nullopt}};
  EXPECT_EQ(RenderText(&source, {diagnostic}),
            "a.yaml:2:1: error: twice [E0101]\n"
            "    2 | two\n"
            "      | ^\n"
            "a.yaml:1:1: note: first here\n"
            "    1 | one\n"
            "      | ^\n"
            "  note: why\n");
}

TEST(TextPrinterTest, BreaksLongNotesBetweenWords) {
  const SourceFile source("a.yaml", "one\n");
  Diagnostic diagnostic = Error("bad", {0, 3});
  const std::string word(23, 'w');
  const std::string wide =
      "\u5E83\u5E83\u5E83\u5E83\u5E83\u5E83\u5E83\u5E83\u5E83\u5E83";  // 20 columns
  const std::string full = word + " " + word + " " + word + "w";  // 72 columns behind the label
  diagnostic.notes = {{full + " end", std::nullopt},
                      {word + " " + word + " " + wide + wide, std::nullopt},
                      {std::string(120, 'x'), std::nullopt}};
  diagnostic.help = "write " + std::string(90, 'x') + " y";
  EXPECT_EQ(RenderText(&source, {diagnostic}),
            "a.yaml:1:1: error: bad [E0101]\n"
            "    1 | one\n"
            "      | ^~~\n"
            "  note: " +
                full +
                "\n"
                "        end\n"
                "  note: " +
                word + " " + word +
                "\n"
                "        " +
                wide + wide +
                "\n"
                "  note: " +
                std::string(120, 'x') +
                "\n"
                "  help: write " +
                std::string(90, 'x') + " y\n");
}

TEST(TextPrinterTest, ColoursOnlyWhenTold) {
  const SourceFile source("a.yaml", "one\n");
  TextOptions options;
  options.color = ColorMode::kAlways;
  EXPECT_EQ(RenderText(&source, {Error("bad", {0, 3})}, options),
            "\033[1ma.yaml:1:1:\033[0m \033[1;31merror:\033[0m \033[1mbad\033[0m [E0101]\n"
            "\033[34m    1 |\033[0m one\n"
            "\033[34m      |\033[0m \033[1;31m^~~\033[0m\n");
  EXPECT_EQ(RenderText(&source, {Error("bad", {0, 3})}).find('\033'), std::string::npos);
}

TEST(TextPrinterTest, LinesUpTabsAndWideCharacters) {
  const SourceFile source("a",
                          "a\t\xE6\x97\xA5"
                          "e\xCC\x81x\n");
  EXPECT_EQ(RenderText(&source, {Error("bad", {8, 9})}),
            "a:1:6: error: bad [E0101]\n"
            "    1 | a   \xE6\x97\xA5"
            "e\xCC\x81x\n"
            "      |        ^\n");
}

TEST(TextPrinterTest, CutsLongLinesToAWindow) {
  std::string text(5000, 'x');
  text[2000] = 'A';
  text[4999] = 'Z';
  const SourceFile source("a", text);
  const std::string middle = RenderText(&source, {Error("bad", {2000, 2001})});
  EXPECT_EQ(middle,
            "a:1:2001: error: bad [E0101]\n"
            "    1 | ..." +
                std::string(25, 'x') + "A" + std::string(74, 'x') +
                "...\n"
                "      |    " +
                std::string(25, ' ') + "^\n");
  const std::string end = RenderText(&source, {Error("bad", {4999, 5000})});
  EXPECT_EQ(end,
            "a:1:5000: error: bad [E0101]\n"
            "    1 | ..." +
                std::string(25, 'x') +
                "Z\n"
                "      |    " +
                std::string(25, ' ') + "^\n");
}

TEST(TextPrinterTest, MarksOnlyTheFirstLineOfALongSpan) {
  const SourceFile source("a", "ab cd  \nef\n");
  EXPECT_EQ(RenderText(&source, {Error("bad", {3, 10})}),
            "a:1:4: error: bad [E0101]\n"
            "    1 | ab cd\n"
            "      |    ^~\n");
}

TEST(TextPrinterTest, PointsBehindTheEnd) {
  const SourceFile source("a", "ab");
  EXPECT_EQ(RenderText(&source, {Error("bad", {2, 2})}),
            "a:1:3: error: bad [E0101]\n"
            "    1 | ab\n"
            "      |   ^\n");
}

TEST(TextPrinterTest, SendsNoControlCharactersToTheTerminal) {
  const SourceFile source("a",
                          "x\x1b[31m\xFF"
                          "y\xE2\x80\xAE\n");
  const std::string text = RenderText(&source, {Error("bad", {0, 1})});
  EXPECT_EQ(text,
            "a:1:1: error: bad [E0101]\n"
            "    1 | x\xEF\xBF\xBD[31m\xEF\xBF\xBDy\xEF\xBF\xBD\n"
            "      | ^\n");
}

TEST(TextPrinterTest, CountsWhatIsBeyondTheLimit) {
  const SourceFile source("a", "abc\n");
  TextOptions options;
  options.limit = 1;
  const std::string text =
      RenderText(&source, {Error("x", {0, 1}), Error("y", {1, 2}), Error("z", {2, 3})}, options);
  EXPECT_EQ(text,
            "a:1:1: error: x [E0101]\n"
            "    1 | abc\n"
            "      | ^\n"
            "\nand 2 more diagnostics like these\n");
}

TEST(TextPrinterTest, PrintsWithoutASource) {
  EXPECT_EQ(
      RenderText(
          nullptr,
          {{.code = "E0401", .message = "cannot write", .span = {}, .help = "free some space"}}),
      "error: cannot write [E0401]\n  help: free some space\n");
}

TEST(CountTextTest, NamesWhatThereIs) {
  const Diagnostic error = Error("x", {});
  const Diagnostic warning{.severity = Severity::kWarning, .code = "W0201", .message = "y"};
  const auto count = [](std::vector<Diagnostic> diagnostics) {
    Sink sink;
    for (size_t i = 0; i < diagnostics.size(); ++i) {
      diagnostics[i].span = {i, i};  // or it would be the same remark again
      sink.Report(diagnostics[i]);
    }
    return CountText(sink);
  };
  EXPECT_EQ(count({}), "");
  EXPECT_EQ(count({error}), "1 error");
  EXPECT_EQ(count({error, warning, error}), "2 errors and 1 warning");
  EXPECT_EQ(count({warning, warning}), "2 warnings");
}

TEST(SinkTest, KeepsARemarkOnce) {
  Sink sink;
  sink.Report(Error("x", {1, 2}));
  sink.Report(Error("x", {1, 2}));
  sink.Report(Error("x", {3, 4}));
  EXPECT_EQ(sink.diagnostics().size(), 2u);
  EXPECT_EQ(sink.error_count(), 2u);
}

TEST(SinkTest, StaysSmallInFrontOfAFlood) {
  Sink sink;
  for (size_t i = 0; i < Sink::kMaxKept + 5; ++i) sink.Report(Error("x", {i, i}));
  EXPECT_EQ(sink.diagnostics().size(), Sink::kMaxKept);
  EXPECT_EQ(sink.error_count(), Sink::kMaxKept + 5);
  EXPECT_EQ(CountText(sink), "10005 errors") << "those that are not kept, too";
}

}  // namespace
}  // namespace plugingen::diag
