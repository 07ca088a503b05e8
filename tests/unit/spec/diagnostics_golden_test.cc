// Whole rendered messages for specs with mistakes: tests/golden/diagnostics/<case>.yaml and
// <case>.txt. PLUGINGEN_UPDATE_GOLDEN=1 rewrites the expectations; review them as you would review
// code. The releases that are known in them are invented, so that a release that the catalogue
// takes in changes none.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "../read_file.h"
#include "diag/text_printer.h"
#include "spec/parse.h"
#include "spec/release_range.h"

namespace plugingen::spec {
namespace {

namespace fs = std::filesystem;

fs::path Folder() { return SourceFolder() / "tests" / "golden" / "diagnostics"; }

std::vector<std::string> Cases() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(Folder())) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

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
  const diag::SourceFile source(name, ReadFile(Folder() / name));
  diag::Sink sink;
  const std::optional<Spec> spec = ParseSpec(source, sink);
  std::string actual = diag::RenderText(&source, sink.diagnostics());
  if (actual.empty()) actual = "no mistakes\n";
  const fs::path expected = Folder() / (GetParam() + ".txt");
  if (std::getenv("PLUGINGEN_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(expected, std::ios::binary) << actual;
  }
  EXPECT_EQ(actual, ReadFile(expected));
  EXPECT_TRUE(spec || sink.has_errors()) << "nothing was read, and nothing was said";
}

INSTANTIATE_TEST_SUITE_P(All, DiagnosticsGoldenTest, testing::ValuesIn(Cases()),
                         [](const auto& info) { return info.param; });

TEST(DiagnosticsGoldenTest, EveryExpectationHasASpec) {
  std::set<std::string> specs;
  for (const std::string& name : Cases()) specs.insert(name);
  EXPECT_GE(specs.size(), 60u);
  for (const auto& entry : fs::directory_iterator(Folder())) {
    EXPECT_TRUE(specs.contains(entry.path().stem().string())) << entry.path();
  }
}

}  // namespace
}  // namespace plugingen::spec
