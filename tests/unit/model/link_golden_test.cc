// Whole rendered messages for specs that TensorFlow would not accept:
// tests/golden/model/<case>.yaml and <case>.txt. PLUGINGEN_UPDATE_GOLDEN=1 rewrites the
// expectations; review them as you would review code. The newest release that the catalogue knows
// is <newest> in them, so that a release that it takes in changes none.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "../read_file.h"
#include "catalog/history.h"
#include "diag/text_printer.h"
#include "model/link.h"
#include "spec/parse.h"

namespace plugingen::model {
namespace {

namespace fs = std::filesystem;

fs::path Folder() { return SourceFolder() / "tests" / "golden" / "model"; }

std::vector<std::string> Cases(const std::string& extension) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(Folder())) {
    if (entry.path().extension() == extension) names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string WithoutTheNewestRelease(const std::string& text) {
  const std::string newest(catalog::History::BuiltIn().Newest().release());
  const size_t dot = newest.find('.');
  const std::regex name("\\b" + newest.substr(0, dot) + "\\." + newest.substr(dot + 1) + "\\b");
  return std::regex_replace(text, name, "<newest>");
}

class LinkGoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(LinkGoldenTest, SaysExactlyThis) {
  const std::string name = GetParam() + ".yaml";
  const diag::SourceFile source(name, ReadFile(Folder() / name));
  diag::Sink sink;
  const std::optional<spec::Spec> spec = spec::ParseSpec(source, sink);
  ASSERT_TRUE(spec);
  Link(*spec, sink);
  std::string actual = WithoutTheNewestRelease(diag::RenderText(&source, sink.diagnostics()));
  if (actual.empty()) actual = "no mistakes\n";
  const fs::path expected = Folder() / (GetParam() + ".txt");
  if (std::getenv("PLUGINGEN_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(expected, std::ios::binary) << actual;
  }
  EXPECT_EQ(actual, ReadFile(expected));
}

INSTANTIATE_TEST_SUITE_P(All, LinkGoldenTest, testing::ValuesIn(Cases(".yaml")),
                         [](const auto& info) { return info.param; });

TEST(LinkGoldenTest, EveryExpectationHasASpec) {
  EXPECT_GE(Cases(".yaml").size(), 15u);
  EXPECT_EQ(Cases(".yaml"), Cases(".txt"));
}

}  // namespace
}  // namespace plugingen::model
