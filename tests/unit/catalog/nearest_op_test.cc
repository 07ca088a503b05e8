#include "catalog/nearest_op.h"

#include <gtest/gtest.h>

namespace plugingen::catalog {
namespace {

std::string_view Nearest(std::string_view word, const std::vector<std::string_view>& others = {}) {
  return NearestOp(word, Catalog::BuiltIn(), others);
}

TEST(NearestOpTest, FindsSlipsAndNamesInPython) {
  EXPECT_EQ(Nearest("Rellu"), "Relu");
  EXPECT_EQ(Nearest("matmul"), "MatMul");
  EXPECT_EQ(Nearest("tf.nn.relu"), "Relu");
  EXPECT_EQ(Nearest("tf.raw_ops.BiasAd"), "BiasAdd");
  EXPECT_EQ(Nearest("tf.nn.log_softmax"), "LogSoftmax");
  EXPECT_EQ(Nearest("tf.nn.nothing_of_the_kind"), "");
  EXPECT_EQ(Nearest(""), "");
}

TEST(NearestOpTest, KnowsOthers) {
  EXPECT_EQ(Nearest("AcmeGelo", {"AcmeGelu"}), "AcmeGelu");
  EXPECT_EQ(Nearest("AcmeGelo"), "");
}

// Foo1, Foo2 and their like are of TensorFlow's own tests.
TEST(NearestOpTest, NeverMeansAnOpThatPythonDoesNotHave) {
  ASSERT_NE(Catalog::BuiltIn().Find("TestStringOutput"), nullptr);
  EXPECT_EQ(Nearest("TestStringOutputt"), "");
  EXPECT_FALSE(Nearest("Foo").starts_with("Foo"));
  EXPECT_FALSE(Nearest("_FusedConv2d").starts_with("_"));
}

}  // namespace
}  // namespace plugingen::catalog
