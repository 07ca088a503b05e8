#include "catalog/variable_access.h"

#include <gtest/gtest.h>

#include "catalog/catalog.h"
#include "catalog/history.h"

namespace plugingen::catalog {
namespace {

TEST(VariableAccessTest, ALineOfTheOpsOwnWins) {
  const VariableAccess& access = AccessToVariables();
  EXPECT_EQ(access.Find("ResourceScatterMul")->name, "ResourceScatter*");
  EXPECT_EQ(access.Find("ResourceScatterAdd")->instead, "tf.Variable.scatter_add");
  EXPECT_EQ(access.Find("ResourceApplyAdam")->instead, "");
  EXPECT_EQ(access.Find("ReadVariableOp"), nullptr);
}

TEST(VariableAccessTest, NamesOpsThatTakeAVariable) {
  for (const VariableOp& op : AccessToVariables().ops) {
    if (op.name.ends_with('*')) continue;
    const Op* known = Catalog::BuiltIn().Find(op.name);
    ASSERT_NE(known, nullptr) << op.name;
    EXPECT_EQ(known->inputs.front().type, "resource") << op.name;
  }
}

TEST(VariableAccessTest, LacksWhatTheLibrariesLack) {
  EXPECT_EQ(SinceUntil(AccessToVariables().lacking, History::BuiltIn().releases()), "since 2.19");
}

}  // namespace
}  // namespace plugingen::catalog
