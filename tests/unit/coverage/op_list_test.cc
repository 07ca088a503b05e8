#include "coverage/op_list.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace plugingen::coverage {
namespace {

TEST(OpListTest, ReadsOpsWithAndWithoutTypes) {
  std::vector<std::string> errors;
  const Model model = ReadOpList(
      "# what our networks use\nRelu\n\n  MatMul T=float  # comment\r\nCast SrcT=half\tDstT=float\n"
      "Relu",
      errors);
  EXPECT_THAT(errors, testing::IsEmpty());
  ASSERT_EQ(model.uses.size(), 3u);
  EXPECT_EQ(model.uses.at({"Relu", {}, false}), 2u);
  EXPECT_EQ(model.uses.at({"MatMul", {{"T", "float"}}, false}), 1u);
  EXPECT_EQ(model.uses.at({"Cast", {{"DstT", "float"}, {"SrcT", "half"}}, false}), 1u);
}

TEST(OpListTest, TellsTheLineThatIsNone) {
  const auto error_of = [](std::string_view text) {
    std::vector<std::string> errors;
    EXPECT_TRUE(ReadOpList(text, errors).uses.empty()) << text;
    EXPECT_EQ(errors.size(), 1u) << text;
    return errors.at(0);
  };
  EXPECT_EQ(error_of("Relu\nMatMul float\n"), "line 2: 'float' is not ATTR=DTYPE, such as T=float");
  EXPECT_EQ(error_of("MatMul T=floaty"), "line 1: 'T=floaty' is not ATTR=DTYPE, such as T=float");
  EXPECT_EQ(error_of("MatMul T="), "line 1: 'T=' is not ATTR=DTYPE, such as T=float");
  EXPECT_EQ(error_of("\n\n{\"op\": 1}"), "line 3: '{\"op\":' is not an op");
  EXPECT_EQ(error_of(""), "it names no op");
  EXPECT_EQ(error_of("# nothing\n"), "it names no op");
}

TEST(OpListTest, TellsOfEveryLine) {
  std::vector<std::string> errors;
  ReadOpList("Relu float\nTanh\n!\nCast SrcT=half DstT\n", errors);
  EXPECT_THAT(errors, testing::ElementsAre("line 1: 'float' is not ATTR=DTYPE, such as T=float",
                                           "line 3: '!' is not an op",
                                           "line 4: 'DstT' is not ATTR=DTYPE, such as T=float"));
}

TEST(OpListTest, GivesAFileUpThatIsNoList) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "{}\n";
  std::vector<std::string> errors;
  ReadOpList(text, errors);
  EXPECT_EQ(errors.size(), 20u);
}

}  // namespace
}  // namespace plugingen::coverage
