#include "coverage/check_uses.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include "catalog/history.h"
#include "coverage/op_list.h"

namespace plugingen::coverage {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> MistakesOf(std::string_view ops, std::string_view release = "2.21") {
  std::vector<std::string> errors;
  const Model model = ReadOpList(ops, errors);
  EXPECT_THAT(errors, IsEmpty());
  return MistakesIn(model, model::NewOps(), *catalog::History::BuiltIn().Find(release));
}

TEST(CheckUsesTest, WhatTensorFlowHasIsRight) {
  EXPECT_THAT(MistakesOf("Relu\nRelu T=half\nCast SrcT=bool DstT=float\nIdentity T=variant\n"),
              IsEmpty());
  EXPECT_THAT(MistakesOf("NoSuchOp T=float\n_Arg T=float\n"), IsEmpty()) << "Cover() tells them";
}

TEST(CheckUsesTest, TellsEveryAttrThatIsNone) {
  EXPECT_THAT(MistakesOf("Cast SrcTT=bool DstT=float\nRelu features=float\n"),
              ElementsAre("op 'Cast' has no type attr 'SrcTT'; did you mean 'SrcT'?",
                          "op 'Relu' has no type attr 'features'; it is Relu(features: T) -> "
                          "activations: T"));
  EXPECT_THAT(MistakesOf("TopKV2 Tk=int32", "2.21"), IsEmpty());
  EXPECT_EQ(MistakesOf("TopKV2 Tk=int32", "2.12").size(), 1u) << "it came later";
  EXPECT_EQ(MistakesOf("MatMul transpose_a=bool").size(), 1u) << "an attr, and no type";
}

TEST(CheckUsesTest, TellsTypesThatCannotBe) {
  EXPECT_THAT(MistakesOf("LogicalNot\nSoftmax T=int32\n"),
              ElementsAre("attr 'T' of op 'Softmax' cannot be 'int32'; it is {half, bfloat16, "
                          "float, double}"));
}

}  // namespace
}  // namespace plugingen::coverage
