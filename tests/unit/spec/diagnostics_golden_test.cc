// Whole rendered messages for specs with mistakes: tests/golden/diagnostics/<case>.yaml and
// <case>.txt. The releases that are known in them are invented, so that a release that the
// catalogue takes in changes none.

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "../golden.h"
#include "diag/text_printer.h"
#include "spec/parse.h"
#include "spec/release_range.h"

namespace plugingen::spec {
namespace {

constexpr char kFolder[] = "diagnostics";

// TensorFlow 2.96 is the newest, and a nightly of 2.97 is known.
constexpr KnownReleases kInvented{{2, 97}, {2, 98}};

class DiagnosticsGoldenTest : public testing::TestWithParam<std::string> {
 protected:
  ~DiagnosticsGoldenTest() override { UseKnownReleases(real_); }

 private:
  KnownReleases real_ = UseKnownReleases(kInvented);
};

TEST_P(DiagnosticsGoldenTest, SaysExactlyThis) {
  const std::string name = GetParam() + ".yaml";
  const diag::SourceFile source(name, ReadFile(GoldenFolder(kFolder) / name));
  diag::Sink sink;
  const std::optional<Spec> spec = ParseSpec(source, sink);
  ExpectGoldenMessages(kFolder, GetParam(), diag::RenderText(&source, sink.diagnostics()));
  for (const diag::Diagnostic& diagnostic : sink.diagnostics()) {
    for (const diag::Note& note : diagnostic.notes) {
      EXPECT_EQ(note.message.find('\n'), std::string::npos)
          << "printers break lines: " << note.message;
    }
  }
  EXPECT_TRUE(spec || sink.has_errors()) << "nothing was read, and nothing was said";
}

INSTANTIATE_TEST_SUITE_P(All, DiagnosticsGoldenTest, testing::ValuesIn(GoldenCases(kFolder)),
                         GoldenTestName);

TEST(DiagnosticsGoldenTest, EveryExpectationHasASpec) {
  EXPECT_GE(GoldenCases(kFolder).size(), 60u);
  ExpectGoldenPairs(kFolder);
}

}  // namespace
}  // namespace plugingen::spec
