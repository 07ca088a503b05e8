#include "coverage/op_list.h"

#include <gtest/gtest.h>

#include <string>

namespace plugingen::coverage {
namespace {

TEST(OpListTest, ReadsOpsWithAndWithoutTypes) {
  std::string error;
  const Model model = ReadOpList(
      "# what our networks use\nRelu\n\n  MatMul T=float  # comment\r\nCast SrcT=half\tDstT=float\n"
      "Relu",
      error);
  EXPECT_EQ(error, "");
  ASSERT_EQ(model.uses.size(), 3u);
  EXPECT_EQ(model.uses.at({"Relu", {}, false}), 2u);
  EXPECT_EQ(model.uses.at({"MatMul", {{"T", "float"}}, false}), 1u);
  EXPECT_EQ(model.uses.at({"Cast", {{"DstT", "float"}, {"SrcT", "half"}}, false}), 1u);
}

TEST(OpListTest, TellsTheLineThatIsNone) {
  const auto error_of = [](std::string_view text) {
    std::string error;
    EXPECT_TRUE(ReadOpList(text, error).uses.empty()) << text;
    return error;
  };
  EXPECT_EQ(error_of("Relu\nMatMul float\n"), "line 2: 'float' is no ATTR=DTYPE such as T=float");
  EXPECT_EQ(error_of("MatMul T=floaty"), "line 1: 'T=floaty' is no ATTR=DTYPE such as T=float");
  EXPECT_EQ(error_of("MatMul T="), "line 1: 'T=' is no ATTR=DTYPE such as T=float");
  EXPECT_EQ(error_of("\n\n{\"op\": 1}"), "line 3: '{\"op\":' is no op");
  EXPECT_EQ(error_of(""), "it names no op");
  EXPECT_EQ(error_of("# nothing\n"), "it names no op");
}

}  // namespace
}  // namespace plugingen::coverage
