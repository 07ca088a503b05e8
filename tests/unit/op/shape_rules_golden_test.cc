// Whole rendered messages for shape rules with mistakes: tests/golden/shapes/<case>.yaml and
// <case>.txt. PLUGINGEN_UPDATE_GOLDEN=1 rewrites the expectations; review them as you would review
// code.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "../read_file.h"
#include "diag/codes.h"
#include "shape_fixture.h"

namespace plugingen::op {
namespace {

namespace fs = std::filesystem;

fs::path Folder() { return SourceFolder() / "tests" / "golden" / "shapes"; }

std::vector<std::string> Cases() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(Folder())) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class ShapeRulesGoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(ShapeRulesGoldenTest, SaysExactlyThis) {
  const std::string name = GetParam() + ".yaml";
  std::string actual = ShapesOf(name, ReadFile(Folder() / name)).messages;
  if (actual.empty()) actual = "no mistakes\n";
  const fs::path expected = Folder() / (GetParam() + ".txt");
  if (std::getenv("PLUGINGEN_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(expected, std::ios::binary) << actual;
  }
  EXPECT_EQ(actual, ReadFile(expected));
}

INSTANTIATE_TEST_SUITE_P(All, ShapeRulesGoldenTest, testing::ValuesIn(Cases()),
                         [](const auto& info) { return info.param; });

TEST(ShapeRulesGoldenTest, EveryCodeOfShapesHasACase) {
  std::string all;
  for (const std::string& name : Cases()) all += ReadFile(Folder() / (name + ".txt"));
  for (const diag::CodePage& page : diag::CodePages()) {
    const bool is_of_shapes = page.code.substr(1, 3) == "032" || page.code.substr(1, 3) == "033";
    // Files are compared among all ops, see tests/golden/model/new_op_shape_files.yaml.
    if (!is_of_shapes || page.code == "E0332") continue;
    EXPECT_NE(all.find("[" + std::string(page.code) + "]"), std::string::npos) << page.code;
  }
}

}  // namespace
}  // namespace plugingen::op
