// Whole rendered messages for shape rules with mistakes: tests/golden/shapes/<case>.yaml and
// <case>.txt.

#include <gtest/gtest.h>

#include <string>

#include "../golden.h"
#include "diag/codes.h"
#include "shape_fixture.h"

namespace plugingen::op {
namespace {

constexpr char kFolder[] = "shapes";

class ShapeRulesGoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(ShapeRulesGoldenTest, SaysExactlyThis) {
  const std::string name = GetParam() + ".yaml";
  const std::string rules = ReadFile(GoldenFolder(kFolder) / name);
  ExpectGoldenMessages(kFolder, GetParam(), ShapesOf(name, rules).messages);
}

INSTANTIATE_TEST_SUITE_P(All, ShapeRulesGoldenTest, testing::ValuesIn(GoldenCases(kFolder)),
                         GoldenTestName);

TEST(ShapeRulesGoldenTest, EveryCodeOfShapesHasACase) {
  std::string all;
  for (const std::string& name : GoldenCases(kFolder)) {
    all += ReadFile(GoldenFolder(kFolder) / (name + ".txt"));
  }
  for (const diag::CodePage& page : diag::CodePages()) {
    const bool is_of_shapes = page.code.substr(1, 3) == "032" || page.code.substr(1, 3) == "033";
    // Files are compared among all ops, see tests/golden/model/new_ops/shape_files.yaml.
    if (!is_of_shapes || page.code == "E0332") continue;
    EXPECT_NE(all.find("[" + std::string(page.code) + "]"), std::string::npos) << page.code;
  }
}

}  // namespace
}  // namespace plugingen::op
