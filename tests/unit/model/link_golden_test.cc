// Whole rendered messages for specs that TensorFlow would not accept:
// tests/golden/model/<case>.yaml and <case>.txt. The newest release that the catalogue knows is
// <newest> in them, so that a release that it takes in changes none.

#include <gtest/gtest.h>

#include <optional>
#include <regex>
#include <string>

#include "../golden.h"
#include "catalog/history.h"
#include "diag/text_printer.h"
#include "model/link.h"
#include "spec/parse.h"

namespace plugingen::model {
namespace {

constexpr char kFolder[] = "model";

std::string WithoutTheNewestRelease(const std::string& text) {
  const std::string newest(catalog::History::BuiltIn().Newest().release());
  const size_t dot = newest.find('.');
  const std::regex name("\\b" + newest.substr(0, dot) + "\\." + newest.substr(dot + 1) + "\\b");
  return std::regex_replace(text, name, "<newest>");
}

class LinkGoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(LinkGoldenTest, SaysExactlyThis) {
  const std::string name = GetParam() + ".yaml";
  const diag::SourceFile source(name, ReadFile(GoldenFolder(kFolder) / name));
  diag::Sink sink;
  const std::optional<spec::Spec> spec = spec::ParseSpec(source, sink);
  ASSERT_TRUE(spec);
  Link(*spec, sink);
  for (const diag::Diagnostic& diagnostic : sink.diagnostics()) {
    for (const diag::Note& note : diagnostic.notes) {
      EXPECT_EQ(note.message.find('\n'), std::string::npos)
          << "printers break lines: " << note.message;
    }
  }
  ExpectGoldenMessages(kFolder, GetParam(),
                       WithoutTheNewestRelease(diag::RenderText(&source, sink.diagnostics())));
}

INSTANTIATE_TEST_SUITE_P(All, LinkGoldenTest, testing::ValuesIn(GoldenCases(kFolder)),
                         GoldenTestName);

TEST(LinkGoldenTest, EveryExpectationHasASpec) {
  EXPECT_GE(GoldenCases(kFolder).size(), 15u);
  ExpectGoldenPairs(kFolder);
}

}  // namespace
}  // namespace plugingen::model
